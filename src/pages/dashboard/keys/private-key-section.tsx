import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { KeysView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { SecretField } from '../components/secret-field.tsx';
import { Section } from '../components/section.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { useKeysTexts } from './texts.ts';

/** The key that signs webhooks: shown and replaced after a second step. The page holds it only from then until the member leaves. */
export function PrivateKeySection({ value }: { value: NonNullable<KeysView['privateKey']> }): VNode {
  const texts = useKeysTexts();
  const { call, page } = useDashboard();
  const shown = useSignal<string | null>(null);
  const isRotating = useSignal(false);
  const reveal = async (): Promise<void> => {
    const answer = await call<{ privateKey: string }>(page.inHost('/keys/private/reveal'), {
      method: 'POST',
    });
    shown.value = answer.privateKey;
  };
  return (
    <Section title={texts.keys.privateTitle} intro={texts.keys.privateIntro}>
      <p>
        {texts.keys.fingerprint} <code>{value.fingerprint}</code>
      </p>
      {shown.value !== null && <SecretField label={texts.keys.privateTitle} value={shown.value} isAskedFor />}
      <div class="form-actions">
        {shown.value === null ? (
          <BusyButton onPress={reveal}>{texts.keys.reveal}</BusyButton>
        ) : (
          <button type="button" class="second" onClick={() => (shown.value = null)}>
            {texts.keys.hide}
          </button>
        )}
        <button type="button" class="second" onClick={() => (isRotating.value = true)}>
          {texts.keys.rotate}
        </button>
      </div>
      {isRotating.value && (
        <RotateKeyDialog
          value={value}
          onRotated={() => (shown.value = null)}
          onClose={() => (isRotating.value = false)}
        />
      )}
    </Section>
  );
}
