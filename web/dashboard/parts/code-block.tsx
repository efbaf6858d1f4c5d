import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, copyIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';

const SAID_MS = 3_000;

/** Several lines to copy. `wraps`: one long line, such as a body, is broken to be read; what is copied is as it was. */
export function CodeBlock({
  label,
  code,
  wraps = false,
}: {
  label: string;
  code: string;
  wraps?: boolean;
}): VNode {
  const { texts } = useDashboard();
  const said = useSignal('');
  const text = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      said.value = texts.parts.copied;
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current);
      said.value = texts.parts.copyFailed;
    }
    setTimeout(() => (said.value = ''), SAID_MS);
  };
  return (
    <div class={wraps ? 'code-block wraps' : 'code-block'}>
      <div class="code-block-head">
        <span>{label}</span>
        <span role="status">{said.value}</span>
        <button type="button" aria-label={`${texts.parts.copy}: ${label}`} onClick={() => void copy()}>
          <Icon path={said.value === texts.parts.copied ? checkIcon : copyIcon} />
        </button>
      </div>
      {/* It scrolls, so that it can be reached by keys. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code ref={text}>{code}</code>
      </pre>
    </div>
  );
}
