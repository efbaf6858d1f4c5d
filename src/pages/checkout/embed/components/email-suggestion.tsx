import type { RefObject, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Texts } from '../texts/texts.ts';
import { useLater } from '../../../shared/use-later.ts';

// After a pause of this length the address is taken for complete.
const PAUSE_MS = 1_000;
// Not in the middle of the press that left the field: what is pressed would move away.
const PRESS_MS = 200;

/** Asks whether another address was meant, below its field. Taken by one press; nothing is changed unasked. */
export function EmailSuggestion({
  texts,
  typed,
  isFocused,
  field,
  onTake,
}: {
  texts: Texts;
  typed: string;
  isFocused: boolean;
  field: RefObject<HTMLInputElement | null>;
  onTake: (address: string) => void;
}): VNode {
  const later = useLater(() => import('../../../shared/suggest-email.ts'));
  const settled = useSignal('');
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = typed), isFocused ? PAUSE_MS : PRESS_MS);
    return () => clearTimeout(timer);
  }, [typed, isFocused]);
  const meant = (settled.value === typed && later?.suggestEmail(typed)) || null;
  // There before its words: what is added to it is read aloud.
  return (
    <div role="status" class="suggestion">
      {meant !== null && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            onTake(meant);
            field.current?.focus();
          }}
        >
          {texts.details.meant(meant)}
        </button>
      )}
    </div>
  );
}
