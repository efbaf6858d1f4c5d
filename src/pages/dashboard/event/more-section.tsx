import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Publishing } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { Frame } from '../contract.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Section } from '../components/section.tsx';
import { inHost } from '../paths.ts';
import { useOverviewTexts } from './texts.ts';
import { usePublishing } from './use-publishing.ts';

type Props = { event: ShownEvent; publishing: Publishing; frame: Frame };

/** An event that is over or cancelled: the way on is a new one like it. */
export function OverSection({ event, publishing, frame }: Props): VNode {
  const words = useOverviewTexts();
  return (
    <Section
      title={publishing.status === 'CANCELLED' ? words.cancelled : words.over}
      intro={words.overText}
      isCard
    >
      {frame.powers.includes('events.create') && (
        <a class="second" href={inHost(frame, `/events/${event.eventId}/duplicate`)}>
          {words.duplicate}
        </a>
      )}
    </Section>
  );
}

/** What is done with a draft once in a while. */
export function MoreSection({ event, publishing, frame }: Props): VNode {
  const words = useOverviewTexts();
  const { deleteDraft } = usePublishing(event, frame);
  const isAsking = useSignal(false);
  return (
    <Section title={words.more}>
      <div class="actions">
        <a class="second" href={inHost(frame, `/events/${event.eventId}/duplicate`)}>
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
