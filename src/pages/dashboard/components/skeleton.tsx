import type { VNode } from 'preact';

/** The page to come, in outline. Said aloud by the shell, so hidden from those who hear. */
export function Skeleton(): VNode {
  return (
    <div class="skeleton" aria-hidden="true">
      <div class="bone title" />
      <div class="bone line" />
      <div class="bone sheet" />
    </div>
  );
}

/** Rows to come, in a part of a page that is there already. */
export function SkeletonRows({ count = 3 }: { count?: number }): VNode {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} class="bone row" />
      ))}
    </div>
  );
}
