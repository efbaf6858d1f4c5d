import type { VNode } from 'preact';
import { accentStyle } from '../../shared/accent-style.ts';
import { Document } from '../../shared/document.tsx';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import type { ConfirmPage as Page } from './contract.ts';
import { textsIn as roomTextsIn } from './texts/texts.ts';

/**
 * Opened by a mailed link. It confirms nothing by itself, since mail programs open links to look at them: a person presses the button, which
 * needs no script.
 */
export function ConfirmPage({ about, ...page }: Page): VNode {
  const texts = roomTextsIn(page.language);
  const { title, text } = texts.confirmed[about];
  return (
    <Document
      title={`${title} · ${page.eventName}`}
      language={page.language}
      theme={page.theme}
      ownStyle={accentStyle(page.accents)}
    >
      <div class="page-languages">
        {about === 'ask' && <LanguageSwitch language={page.language} query={page.query} />}
      </div>
      <div class="room">
        <header class="event">
          <div>
            <h1 dir="auto">{page.eventName}</h1>
            <p class="soft" dir="auto">
              {texts.hostedBy(page.hostName)}
            </p>
          </div>
        </header>
        <main>
          <div class="card">
            <p class="eyebrow">{texts.room}</p>
            <section class="view">
              <h2>{title}</h2>
              <p>{text}</p>
              {about === 'ask' && (
                <form method="post">
                  <button type="submit" class="main">
                    {texts.confirmed.button}
                  </button>
                </form>
              )}
              {(about === 'gone' || about === 'replaced') && (
                <p>
                  <a class="main" href={`${page.path}${page.query}`}>
                    {texts.confirmed.toRoom}
                  </a>
                </p>
              )}
            </section>
          </div>
        </main>
      </div>
    </Document>
  );
}
