import type { ComponentChildren, VNode } from 'preact';
import { TesseraMark } from '../shared/tessera-mark.tsx';

/** A page that says one thing. */
export function Notice({
  title,
  children,
  note,
  ask,
  ways = [],
}: {
  title: string;
  children: ComponentChildren;
  /** For the few who are meant by it. */
  note?: ComponentChildren;
  ask?: ComponentChildren;
  /** Links to go on with. The first is for most. */
  ways?: { address: string; text: string }[];
}): VNode {
  return (
    <main>
      <p class="brand">
        <TesseraMark />
        Tessera
      </p>
      <h1>{title}</h1>
      <p>{children}</p>
      {note && <p class="note">{note}</p>}
      {ask}
      {ways.length > 0 && (
        <ul class="ways">
          {ways.map(({ address, text }, index) => (
            <li key={address}>
              <a class={index === 0 ? 'main' : 'plain'} href={address}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
