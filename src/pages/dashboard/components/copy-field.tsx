import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, copyIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { useCopy } from './use-copy.ts';

/** A value to copy. */
export function CopyField({
  label,
  value,
  look = 'code',
}: {
  label: string;
  value: string;
  /** `text`: looks like the text around it. `button`: only a button, beside the shown value. */
  look?: 'code' | 'text' | 'button';
}): VNode {
  const { texts } = useDashboard();
  const shown = useRef<HTMLElement>(null);
  const { said, isCopied, copy } = useCopy(value, shown);
  return (
    <span class={`copy-field ${look}`}>
      {look === 'code' ? (
        <code ref={shown}>{value}</code>
      ) : (
        <span ref={shown} {...(look === 'button' && { class: 'aloud', 'aria-hidden': true })}>
          {value}
        </span>
      )}
      <button
        type="button"
        aria-label={texts.parts.withColon({ before: texts.parts.copy, after: label })}
        onClick={copy}
      >
        <Icon path={isCopied ? checkIcon : copyIcon} />
      </button>
      <span class={said.value ? 'said' : 'aloud'} role="status">
        {said.value}
      </span>
    </span>
  );
}
