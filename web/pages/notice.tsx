import type { ComponentChildren, VNode } from 'preact';

/** A page that says one thing. */
export function Notice({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <main>
      <p class="brand">Tessera</p>
      <h1>{title}</h1>
      <p>{children}</p>
    </main>
  );
}
