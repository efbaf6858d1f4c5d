import type { ComponentChildren, VNode } from 'preact';
import { Mosaic } from './mosaic.tsx';

/** An empty list: what it will hold, and how to add the first one. */
export function EmptyState({
  title,
  action,
  children,
}: {
  title: string;
  /** The button to the first one. */
  action?: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  return (
    <div class="empty">
      <Mosaic />
      <h2>{title}</h2>
      <p class="soft">{children}</p>
      {action && <div class="empty-action">{action}</div>}
    </div>
  );
}
