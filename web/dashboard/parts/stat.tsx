import type { ComponentChildren, VNode } from 'preact';

/** Figures side by side. */
export function Stats({ children }: { children: ComponentChildren }): VNode {
  return <dl class="stats">{children}</dl>;
}

/** One figure that counts, with what it is. */
export function Stat({
  label,
  value,
  note,
}: {
  label: string;
  value: ComponentChildren;
  note?: ComponentChildren;
}): VNode {
  return (
    <div class="stat">
      <dt>{label}</dt>
      <dd class="stat-value">{value}</dd>
      {note && <dd class="stat-note soft">{note}</dd>}
    </div>
  );
}
