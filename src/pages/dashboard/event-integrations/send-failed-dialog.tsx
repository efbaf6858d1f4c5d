import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useEventIntegrationsTexts } from './texts.ts';

type Sent = { count: number; hasMore: boolean };

/** Resends all deliveries that failed in a period. The server resends ten thousand per request: for more it is asked again. */
export function SendFailedDialog({
  address,
  onSent,
  onClose,
}: {
  address: string;
  onSent: (count: number) => Promise<void>;
  onClose: () => void;
}): VNode {
  const { texts: common, call, toasts } = useDashboard();
  const texts = useEventIntegrationsTexts();
  const id = useId();
  const hours = useSignal('24');
  const send = async (): Promise<void> => {
    const body = { hours: Number(hours.value) };
    let count = 0;
    let answer: Sent;
    do {
      answer = await call<Sent>(`${address}/send-failed-again`, { method: 'POST', body });
      count += answer.count;
    } while (answer.hasMore);
    onClose();
    toasts.tell({ tone: 'good', text: texts.sentAgain(count) });
    await onSent(count);
  };
  return (
    <Dialog title={texts.sendFailedTitle} onClose={onClose}>
      <p>{texts.sendFailedText}</p>
      <div class="field">
        <label for={id}>{texts.period}</label>
        <select id={id} value={hours.value} onChange={(event) => (hours.value = event.currentTarget.value)}>
          {Object.entries(texts.periods).map(([value, label]) => (
            <option key={value} value={value} selected={value === hours.value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div class="dialog-actions">
        <BusyButton class="main" onPress={send}>
          {texts.sendFailedButton}
        </BusyButton>
        <button type="button" class="second" onClick={onClose}>
          {common.parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}
