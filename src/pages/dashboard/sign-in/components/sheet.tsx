import type { ComponentChildren, VNode } from 'preact';
import { Document } from '../../../shared/document.tsx';
import { DASHBOARD_LANGUAGES } from '../../../../values/language.ts';
import { LanguageSwitch } from '../../../shared/language-switch.tsx';
import { TesseraMark } from '../../../shared/tessera-mark.tsx';
import type { EntrancePage } from '../contract.ts';
import type { Texts as EntranceTexts } from '../texts/texts.ts';
import { Mosaic } from './mosaic.tsx';

/** The layout of every page before the dashboard: the picture, the brand, and one thing to do. */
export function Sheet({
  page: { language, query },
  texts,
  title,
  problemCount = 0,
  children,
}: {
  page: Pick<EntrancePage, 'language' | 'query'>;
  texts: EntranceTexts;
  title: string;
  /** Something is wrong: the window's title starts with it. */
  problemCount?: number;
  children: ComponentChildren;
}): VNode {
  const said = problemCount > 0 ? `${texts.problems.heading(problemCount)}: ${title}` : title;
  return (
    <Document title={texts.title(said)} language={language}>
      <div class="entrance">
        <header class="picture">
          <Mosaic />
          <p class="claim">
            <strong>{texts.claim}</strong>
            <span>{texts.claimMore}</span>
          </p>
        </header>
        <main>
          <p class="brand">
            <TesseraMark />
            {texts.brand}
          </p>
          <h1>{title}</h1>
          {children}
          {query !== null && (
            <LanguageSwitch language={language} query={query} languages={DASHBOARD_LANGUAGES} />
          )}
        </main>
      </div>
    </Document>
  );
}
