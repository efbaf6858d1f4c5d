import type { ComponentChildren, VNode } from 'preact';
import { Icon } from './icon.tsx';
import { alertIcon, checkIcon } from './icons.ts';

/** A sentence that somebody must not miss. The element around it reads it aloud: an alert, or a status. */
export function Message({
  tone,
  action,
  children,
}: {
  tone: 'good' | 'warn' | 'bad';
  /** The action against it: a button or a link. */
  action?: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  return (
    <div class={`message ${tone}`}>
      <Icon path={tone === 'good' ? checkIcon : alertIcon} />
      <p>{children}</p>
      {action}
    </div>
  );
}
