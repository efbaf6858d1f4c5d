import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../../../src/values/language.ts';
import { Document } from '../../shared/document.tsx';
import { TesseraMark } from '../../shared/tessera-mark.tsx';

/** What is the same on every page about an order. */
export function Layout(props: {
  title: string;
  language: Language;
  head?: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  return (
    <Document title={`${props.title} · Tessera`} language={props.language} head={props.head}>
      <header class="bar">
        <p class="brand">
          <TesseraMark />
          <span>Tessera</span>
        </p>
      </header>
      <main>{props.children}</main>
    </Document>
  );
}
