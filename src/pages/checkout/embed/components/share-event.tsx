import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { formatMoment } from '../../../shared/format-moment.ts';
import { Icon } from '../../../shared/icon.tsx';
import { copyIcon, outIcon } from '../../../shared/icons.ts';
import { shareAddress, whatsAppLink } from '../../../shared/share-address.ts';
import type { Checkout } from '../checkout-state.ts';
import { textsIn } from '../texts/issued/texts.ts';

/** Those who have tickets bring friends. They share the event's page, never the order. */
export function ShareEvent({ checkout }: { checkout: Checkout }): VNode {
  const { data } = checkout;
  const texts = textsIn(data.language);
  const { name, address, startsAt, timezone } = data.event;
  const outcome = useSignal<Awaited<ReturnType<typeof shareAddress>> | null>(null);
  const shared = { name, address, date: formatMoment(startsAt, { locale: data.locale, timezone }).date };
  const press = async (): Promise<void> => {
    outcome.value = await shareAddress(shared);
  };
  return (
    <>
      <div class="actions">
        <a class="second" href={whatsAppLink(shared)} target="_blank" rel="noopener noreferrer">
          <Icon path={outIcon} turns />
          {texts.whatsApp}
        </a>
        <button type="button" class="second" onClick={() => void press()}>
          <Icon path={copyIcon} />
          {texts.share}
        </button>
      </div>
      <p class="soft" role="status">
        {outcome.value === 'copied' && texts.copied}
        {/* To be copied by hand, where the site around the frame allows nothing else. */}
        {outcome.value === 'blocked' && address}
      </p>
    </>
  );
}
