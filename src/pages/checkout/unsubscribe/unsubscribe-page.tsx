import type { VNode } from 'preact';
import { Document } from '../../shared/document.tsx';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import type { UnsubscribePage as Page } from './contract.ts';
import { textsIn } from './texts/texts.ts';

/** Opened by a link in a mail. It ends nothing by itself, since mail programs open links to look at them: a person presses the button. */
export function UnsubscribePage(page: Page): VNode {
  const { language, about } = page;
  const texts = textsIn(language);
  return (
    <Document title={texts[about].title} language={language}>
      <header>
        <LanguageSwitch language={language} />
      </header>
      <main>
        <h1>{texts[about].title}</h1>
        {page.about === 'gone' ? (
          <p>{texts.gone.text}</p>
        ) : (
          <>
            <p>{texts[page.about].text({ mails: texts.mails[page.kind], host: page.hostName })}</p>
            <form method="post">
              <input
                type="hidden"
                name="List-Unsubscribe"
                value={page.about === 'ask' ? 'One-Click' : 'Undo'}
              />
              <button type="submit" class={page.about === 'ask' ? 'main' : 'second'}>
                {texts[page.about].button}
              </button>
            </form>
            <p class="soft">{texts.tickets}</p>
          </>
        )}
      </main>
    </Document>
  );
}
