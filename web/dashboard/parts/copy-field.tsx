import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, copyIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';

const SAID_MS = 3_000;

/** Something to copy. Where the browser keeps the clipboard to itself, it is selected instead. */
export function CopyField({ label, value }: { label: string; value: string }): VNode {
  const { texts } = useDashboard();
  const said = useSignal('');
  const text = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      said.value = texts.parts.copied;
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current);
      said.value = texts.parts.copyFailed;
    }
    setTimeout(() => (said.value = ''), SAID_MS);
  };
  return (
    <span class="copy-field">
      <code ref={text}>{value}</code>
      <button type="button" aria-label={`${texts.parts.copy}: ${label}`} onClick={() => void copy()}>
        <Icon path={said.value === texts.parts.copied ? checkIcon : copyIcon} />
      </button>
      <span class={said.value ? 'said' : 'aloud'} role="status">
        {said.value}
      </span>
    </span>
  );
}
