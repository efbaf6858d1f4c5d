import type { VNode } from 'preact';
import { Document } from '../shared/document.tsx';
import { setApart } from '../shared/set-apart.ts';
import { AskHost } from '../shared/ask-host.tsx';
import type { Pages } from '../contract.ts';
import { Notice } from './notice.tsx';
import { textsIn } from './texts/texts.ts';

type Way = keyof NonNullable<Pages['notice']['ways']>;

/** Shown to a buyer in place of a page that can't be shown. */
export function NoticePage({ about, language, theme, ways = {}, host = null }: Pages['notice']): VNode {
  const texts = textsIn(language);
  const { title, text } = texts.about[about];
  const { note, example } = texts.about.checkout;
  const isPassing = about === 'too_often' || about === 'trouble';
  return (
    <Document title={title} language={language} theme={theme}>
      <Notice
        title={title}
        ways={[
          // An empty address is the page itself.
          ...(isPassing ? [{ address: '', text: texts.ways.again }] : []),
          ...Object.entries(ways).map(([name, address]) => ({ address, text: texts.ways[name as Way] })),
        ]}
        ask={
          host && host.contactEmail !== null ? (
            <AskHost host={host} language={language} />
          ) : (
            isPassing && <p class="ask">{texts.meanwhile}</p>
          )
        }
        note={about === 'checkout' && setApart(note, <code>{example}</code>)}
      >
        {text}
      </Notice>
    </Document>
  );
}
