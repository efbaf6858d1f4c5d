import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ShownRoom } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Section } from '../components/section.tsx';
import { useWaitingRoomTexts } from './texts.ts';

/** Closes the waiting room. It asks first, since nobody gets their place back. */
export function CloseSection({ room, event }: { room: ShownRoom; event: ShownEvent }): VNode {
  const texts = useWaitingRoomTexts();
  const { send, page } = useDashboard();
  const isAsking = useSignal(false);
  const onClose = (): void => void (isAsking.value = false);
  return (
    <Section title={texts.closeSection} intro={texts.closeIntro} isCard>
      <button type="button" class="second" onClick={() => (isAsking.value = true)}>
        {texts.close}
      </button>
      {isAsking.value && (
        <ConfirmDialog
          title={texts.closeTitle}
          confirm={texts.close}
          keep={texts.keep}
          onClose={onClose}
          onConfirm={() =>
            send(page.inHost(`/events/${event.eventId}/waiting-room/close`), { told: texts.closed, onClose })
          }
        >
          {room.isDrawn ? texts.closeText(room.waiting) : texts.closeBeforeDraw(room.waiting)}
        </ConfirmDialog>
      )}
    </Section>
  );
}
