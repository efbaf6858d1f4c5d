import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Publishing } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Section } from '../components/section.tsx';
import { usePublicTexts } from './public-texts.ts';
import { usePublishing } from './use-publishing.ts';

type Props = { event: ShownEvent; publishing: Publishing };

/** An event that is over or cancelled can only be duplicated. */
export function OverSection({ event, publishing }: Props): VNode {
  const words = usePublicTexts();
  const { page } = useDashboard();
  return (
    <Section
      title={publishing.status === 'CANCELLED' ? words.cancelled : words.over}
      intro={words.overText}
      isCard
    >
      {page.powers.includes('events.create') && (
        <a class="second" href={page.inHost(`/events/${event.eventId}/duplicate`)}>
          {words.duplicate}
        </a>
      )}
    </Section>
  );
}

/** Rare actions for a draft. */
export function MoreSection({ event, publishing }: Props): VNode {
  const words = usePublicTexts();
  const { page } = useDashboard();
  const { deleteDraft } = usePublishing(event);
  const isAsking = useSignal(false);
  return (
    <Section title={words.more}>
      <div class="actions">
        <a class="second" href={page.inHost(`/events/${event.eventId}/duplicate`)}>
          {words.duplicate}
        </a>
        {!publishing.wasPublic && (
          <button type="button" class="second" onClick={() => (isAsking.value = true)}>
            {words.deleteDraft}
          </button>
        )}
      </div>
      {isAsking.value && (
        <ConfirmDialog
          title={words.deleteTitle}
          confirm={words.deleteDraft}
          onConfirm={deleteDraft}
          onClose={() => (isAsking.value = false)}
        >
          {words.deleteText(event.name)}
        </ConfirmDialog>
      )}
    </Section>
  );
}
