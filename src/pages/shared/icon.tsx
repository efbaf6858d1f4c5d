import type { VNode } from 'preact';

/** A drawing beside words: it says nothing that they don't. */
export function Icon({ path }: { path: string }): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
