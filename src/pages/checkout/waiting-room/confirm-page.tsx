import type { VNode } from 'preact';
import type { ConfirmPage as Page } from './contract.ts';
import { LineLayout } from './line-layout.tsx';
import { textsIn as roomTextsIn } from './texts/texts.ts';

/**
 * Opened by a mailed link. It confirms nothing by itself, since mail programs open links to look at them: a person presses the button, which
 * needs no script.
 */
export function ConfirmPage({ about, ...page }: Page): VNode {
  const texts = roomTextsIn(page.language);
  const { title, text } = texts.confirmed[about];
  return (
    <LineLayout
      page={page}
      hostedBy={texts.hostedBy(page.hostName)}
      eyebrow={texts.room}
      title={title}
      hasLanguages={about === 'ask'}
    >
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
    </LineLayout>
  );
}
