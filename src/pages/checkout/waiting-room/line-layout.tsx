import type { ComponentChildren, VNode } from 'preact';
import type { Theme } from '../../../rules/theme.ts';
import type { Language } from '../../../values/language.ts';
import { accentStyle } from '../../shared/accent-style.ts';
import type { Accent } from '../../shared/accent.ts';
import { Document } from '../../shared/document.tsx';
import { LanguageSwitch } from '../../shared/language-switch.tsx';

type Around = {
  language: Language;
  theme: Theme | null;
  accents: Record<Theme, Accent>;
  query: string;
  eventName: string;
};

/** A page of a waiting room or list that needs no script: the event, and one card. */
export function LineLayout(props: {
  page: Around;
  hostedBy: string;
  /** Above the title. */
  eyebrow: string;
  title: string;
  /** In another language by the same address. */
  hasLanguages?: boolean;
  children: ComponentChildren;
  /** Below the card. */
  below?: ComponentChildren;
}): VNode {
  const { page, title, hasLanguages = true } = props;
  return (
    <Document
      title={`${title} · ${page.eventName}`}
      language={page.language}
      theme={page.theme}
      ownStyle={accentStyle(page.accents)}
    >
      <div class="page-languages">
        {hasLanguages && <LanguageSwitch language={page.language} query={page.query} />}
      </div>
      <div class="room">
        <header class="event">
          <div>
            <h1 dir="auto">{page.eventName}</h1>
            <p class="soft" dir="auto">
              {props.hostedBy}
            </p>
          </div>
        </header>
        <main>
          <div class="card">
            <p class="eyebrow">{props.eyebrow}</p>
            <section class="view">
              <h2>{title}</h2>
              {props.children}
            </section>
          </div>
          {props.below}
        </main>
      </div>
    </Document>
  );
}
