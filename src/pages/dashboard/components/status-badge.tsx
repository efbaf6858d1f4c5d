import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon, checkIcon, clockIcon, minusIcon } from '../../shared/icons.ts';

const ICONS = { good: checkIcon, waiting: clockIcon, bad: alertIcon, off: minusIcon };

/** A state: a word, an icon and a background, so that any one of them is enough. */
export function StatusBadge({ tone, children }: { tone: keyof typeof ICONS; children: string }): VNode {
  return (
    <span class={`badge ${tone}`}>
      <Icon path={ICONS[tone]} />
      {children}
    </span>
  );
}
