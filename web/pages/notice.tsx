import type { ComponentChildren, VNode } from 'preact';

/** A page that says one thing. */
export function Notice({
  title,
  children,
  way,
}: {
  title: string;
  children: ComponentChildren;
  /** A link to go on with. */
  way?: ComponentChildren;
}): VNode {
  return (
    <main>
      <p class="brand">Tessera</p>
      <h1>{title}</h1>
      <p>{children}</p>
      {way && <p class="way">{way}</p>}
    </main>
  );
}
