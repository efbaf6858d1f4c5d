import type { VNode } from 'preact';

/** A drawing beside words: it says nothing that they don't. `turns`: it points the way that one reads, as arrows do. */
export function Icon({ path, turns }: { path: string; turns?: boolean }): VNode {
  return (
    <svg class={turns ? 'icon turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
