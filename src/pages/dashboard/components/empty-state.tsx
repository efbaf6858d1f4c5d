import type { ComponentChildren, VNode } from 'preact';
import { Mosaic } from './mosaic.tsx';

/** Where nothing is yet: what will be here, and how to get there. */
export function EmptyState({
  title,
  action,
  children,
}: {
  title: string;
  /** The way to the first one. */
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
