import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { CopyField } from './copy-field.tsx';

/** A secret, ready to copy: hidden until somebody shows it, unless they have just asked for it. */
export function SecretField({
  label,
  value,
  isAskedFor = false,
}: {
  label: string;
  value: string;
  isAskedFor?: boolean;
}): VNode {
  const { texts } = useDashboard();
  const isOpen = useSignal(isAskedFor);
  return (
    <div class="secret-field">
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
