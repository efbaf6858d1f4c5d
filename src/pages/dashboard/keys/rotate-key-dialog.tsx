import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { KeysView } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SecretField } from '../components/secret-field.tsx';
import { useKeysTexts } from './texts.ts';

type PrivateKey = NonNullable<KeysView['privateKey']>;

/** Lists the receivers that need the new key first; then replaces the key and shows it. */
export function RotateKeyDialog({
  value,
  onRotated,
  onClose,
}: {
  value: PrivateKey;
  onRotated: () => void;
  onClose: () => void;
}): VNode {
  const texts = useKeysTexts();
  const { call, router, page } = useDashboard();
  const made = useSignal<string | null>(null);
  const rotate = async (): Promise<void> => {
    const { fingerprint } = value;
    const answer = await call<{ privateKey: string }>(page.inHost('/keys/private/rotate'), {
      method: 'POST',
      body: { fingerprint },
    });
    made.value = answer.privateKey;
    onRotated();
    await router.refresh();
  };
  return (
    <Dialog
      kind="wide"
      title={made.value === null ? texts.keys.rotateTitle : texts.keys.rotatedTitle}
      onClose={onClose}
    >
      {made.value === null ? (
        <>
          <Message tone="warn">{texts.keys.rotateWarning}</Message>
          <p>{texts.keys.rotateInFlight}</p>
        </>
      ) : (
        <div role="status">
          <SecretField label={texts.keys.newPrivateKey} value={made.value} />
        </div>
      )}
      <Receivers value={value} />
      <div class="dialog-actions">
        {made.value === null && (
          <BusyButton class="danger" onPress={rotate}>
            {texts.keys.rotateButton}
          </BusyButton>
        )}
        <button type="button" class="second" onClick={onClose}>
          {made.value === null ? texts.parts.cancel : texts.parts.close}
        </button>
      </div>
    </Dialog>
  );
}

function Receivers({ value }: { value: PrivateKey }): VNode {
  const texts = useKeysTexts();
  const { receivers, hasMoreReceivers } = value;
  if (receivers.length === 0) return <p>{texts.keys.noReceivers}</p>;
  return (
    <>
      <p>{texts.keys.receivers({ hasMore: hasMoreReceivers, count: receivers.length })}</p>
      <ul class="stack framed gap-xs receivers" tabIndex={0} aria-label={texts.keys.receiversList}>
        {receivers.map(({ url, eventName, isEnabled }) => (
          <li key={url}>
            <code>{url}</code>
            <span class="soft">{texts.keys.receiver({ isEnabled, eventName })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
