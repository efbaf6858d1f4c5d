import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, copyIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { useCopy } from './use-copy.ts';

/** Several lines to copy, such as code. They scroll sideways, by keys too. */
export function CopyBlock({ label, text }: { label: string; text: string }): VNode {
  const { texts } = useDashboard();
  const shown = useRef<HTMLElement>(null);
  const { said, isCopied, copy } = useCopy(text, shown);
  return (
    <div class="copy-block">
      <pre tabIndex={0} role="group" aria-label={label}>
        <code ref={shown}>{text}</code>
      </pre>
      <button type="button" class="second" onClick={copy}>
        <Icon path={isCopied ? checkIcon : copyIcon} />
        {texts.parts.copy}
        <span class="aloud">: {label}</span>
      </button>
      <span class={said.value ? 'said' : 'aloud'} role="status">
        {said.value}
      </span>
    </div>
  );
}
