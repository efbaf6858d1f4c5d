import type { ComponentChildren, VNode } from 'preact';
import type { Accent } from '../../../shared/accent.ts';
import type { Language } from '../../../../values/language.ts';
import type { Theme } from '../../../../rules/theme.ts';
import { accentStyle } from '../../../shared/accent-style.ts';
import { Document } from '../../../shared/document.tsx';
import { LanguageSwitch } from '../../../shared/language-switch.tsx';
import { TesseraMark } from '../../../shared/tessera-mark.tsx';

/** The layout of every page about an order. */
export function Layout(props: {
  title: string;
  language: Language;
  /** The host's colours; left out if no order is shown. */
  accents?: Record<Theme, Accent>;
  head?: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  return (
    <Document
      title={`${props.title} · Tessera`}
      language={props.language}
      head={props.head}
      ownStyle={props.accents ? accentStyle(props.accents) : ''}
    >
      <header class="bar">
        <p class="brand">
          <TesseraMark />
          <span>Tessera</span>
        </p>
        <LanguageSwitch language={props.language} />
      </header>
      <main>{props.children}</main>
    </Document>
  );
}
