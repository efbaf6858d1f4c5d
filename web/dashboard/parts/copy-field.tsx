import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { checkIcon, copyIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { useCopy } from './use-copy.ts';

/** Something to copy. */
export function CopyField({ label, value }: { label: string; value: string }): VNode {
  const { texts } = useDashboard();
  const shown = useRef<HTMLElement>(null);
  const { said, isCopied, copy } = useCopy(value, shown);
  return (
    <span class="copy-field">
      <code ref={shown}>{value}</code>
      <button type="button" aria-label={`${texts.parts.copy}: ${label}`} onClick={copy}>
        <Icon path={isCopied ? checkIcon : copyIcon} />
      </button>
      <span class={said.value ? 'said' : 'aloud'} role="status">
        {said.value}
      </span>
    </span>
  );
}
