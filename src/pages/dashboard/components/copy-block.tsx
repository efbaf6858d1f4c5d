import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, copyIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { useCopy } from './use-copy.ts';

/**
 * Several lines to copy, such as code. They scroll sideways, by keys too. `wraps` breaks one long line, such as a body; the copy stays
 * unbroken.
 */
export function CopyBlock({
  label,
  text,
  wraps = false,
}: {
  label: string;
  text: string;
  wraps?: boolean;
}): VNode {
  const { texts } = useDashboard();
  const shown = useRef<HTMLElement>(null);
  const { said, isCopied, copy } = useCopy(text, shown);
  return (
    <div class={wraps ? 'copy-block wraps' : 'copy-block'}>
      <div class="copy-block-head">
        <span>{label}</span>
        <span role="status">{said.value}</span>
        <button
          type="button"
          aria-label={texts.parts.withColon({ before: texts.parts.copy, after: label })}
          onClick={copy}
        >
          <Icon path={isCopied ? checkIcon : copyIcon} />
        </button>
      </div>
      <pre tabIndex={0} role="group" aria-label={label}>
        <code ref={shown}>{text}</code>
      </pre>
    </div>
  );
}
