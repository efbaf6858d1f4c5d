import type { ComponentChildren, VNode } from 'preact';

/** Figures side by side. */
export function Stats({ children }: { children: ComponentChildren }): VNode {
  return <dl class="stats">{children}</dl>;
}

/** One important figure with its label. */
export function Stat({
  label,
  value,
  note,
  isWide = false,
}: {
  label: string;
  value: ComponentChildren;
  note?: ComponentChildren;
  /** As wide as two: an amount of money. */
  isWide?: boolean;
}): VNode {
  return (
    <div class={isWide ? 'stat wide' : 'stat'}>
      <dt>{label}</dt>
      <dd class="stat-value">{value}</dd>
      {note && <dd class="stat-note soft">{note}</dd>}
    </div>
  );
}
