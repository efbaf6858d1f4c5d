import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { CopyField } from './copy-field.tsx';

/** A new secret: hidden until somebody shows it, and ready to copy. */
export function SecretField({
  label,
  value,
  isShownOnce = false,
}: {
  label: string;
  value: string;
  isShownOnce?: boolean;
}): VNode {
  const { texts } = useDashboard();
  const isOpen = useSignal(isShownOnce);
  return (
    <div class="secret-field">
      {isShownOnce && <Message tone="warn">{texts.parts.shownOnce}</Message>}
      <p class="secret-label">{label}</p>
      {isOpen.value ? (
        <CopyField label={label} value={value} />
      ) : (
        <button type="button" class="second" onClick={() => (isOpen.value = true)}>
          {texts.parts.reveal}
          <span class="aloud">{label}</span>
        </button>
      )}
    </div>
  );
}
