import type { VNode } from 'preact';
import { Document } from '../../shared/document.tsx';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import { AskHost } from '../../shared/ask-host.tsx';
import type { Pages } from '../../contract.ts';
import { textsIn } from './texts/texts.ts';

/** The terms for buyers who come from a mail. Plain text: nothing in it is a link. */
export function TermsPage({ language, ...page }: Pages['terms']): VNode {
  const { hostName } = page;
  const names = textsIn(language);
  const shown = (['terms', 'refundPolicy'] as const).filter((name) => page[name] !== '');
  return (
    <Document title={`${names[shown[0] ?? 'terms']} · ${hostName}`} language={language}>
      <header>
        <LanguageSwitch language={language} />
      </header>
      <main>
        <h1 dir="auto">{hostName}</h1>
        {shown.map((name) => (
          <section key={name}>
            <h2>{names[name]}</h2>
            <p dir="auto">{page[name]}</p>
          </section>
        ))}
        <AskHost host={page} language={language} />
      </main>
    </Document>
  );
}
