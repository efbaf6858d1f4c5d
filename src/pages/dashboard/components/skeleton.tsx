import type { VNode } from 'preact';

/** The next page, in outline. The shell announces it, so it is hidden from screen readers. */
export function Skeleton(): VNode {
  return (
    <div class="skeleton" aria-hidden="true">
      <div class="bone title" />
      <div class="bone line" />
      <div class="bone sheet" />
    </div>
  );
}

/** Rows to come, on a page that is shown already. */
export function SkeletonRows({ count = 3 }: { count?: number }): VNode {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} class="bone row" />
      ))}
    </div>
  );
}
