import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import type { Offer } from './keep-changes.ts';

/** Unsaved changes of an earlier visit: restore or discard them. */
export function KeptOffer({ offer, formId }: { offer: Offer; formId: string }): VNode {
  const { texts, page } = useDashboard();
  const { kept } = texts.parts;
  const at = new Date(offer.at);
  const isToday = at.toDateString() === new Date().toDateString();
  const when = new Intl.DateTimeFormat(page.locale, {
    ...(!isToday && { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(at);
  // The button goes, so move the focus to the form.
  const decide = (how: () => void) => (): void => {
    how();
    const form = document.getElementById(formId);
    if (form) form.tabIndex = -1;
    form?.focus({ preventScroll: true });
  };
  return (
    <div class="kept-offer">
      <Message tone="warn">{kept.offer(when)}</Message>
      <div class="kept-ways">
        <button type="button" class="second" onClick={decide(offer.putBack)}>
          {kept.putBack}
        </button>
        <button type="button" class="plain" onClick={decide(offer.forget)}>
          {kept.forget}
        </button>
      </div>
    </div>
  );
}
