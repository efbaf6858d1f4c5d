import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { EventMessageView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useMessageTexts } from './texts.ts';

/** Stops the sending, or sends the rest. */
export function StopOrResume({ message, event }: Pick<EventMessageView, 'message' | 'event'> & {}): VNode {
  const { send, page } = useDashboard();
  const texts = useMessageTexts();
  const isOpen = useSignal(false);
  const { messageId, people, sent, refused } = message;
  const left = people - sent - refused;
  const way = message.state === 'stopped' ? 'resume' : 'stop';
  const says = {
    stop: { title: texts.stopTitle, text: texts.stopText(left), done: texts.stopped },
    resume: { title: texts.resumeTitle, text: texts.resumeText(left), done: texts.resumed },
  }[way];
  const path = `/events/${event.eventId}/messages/${messageId}/${way}`;
  const onClose = (): void => void (isOpen.value = false);
  return (
    <div class="form-actions">
      <button type="button" class="second" onClick={() => (isOpen.value = true)}>
        {texts[way]}
      </button>
      {isOpen.value && (
        <ConfirmDialog
          title={says.title}
          confirm={texts[way]}
          onClose={onClose}
          onConfirm={() => send(page.inHost(path), { told: says.done, onClose })}
        >
          {says.text}
        </ConfirmDialog>
      )}
    </div>
  );
}
