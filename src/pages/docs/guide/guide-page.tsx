import type { Token } from 'marked';
import type { VNode } from 'preact';
import type { Pages } from '../../contract.ts';
import { DocsLayout } from '../docs-layout.tsx';
import { Markdown } from './markdown.tsx';
import { plainText } from './plain-text.ts';
import { sectionsOf } from './sections.ts';

/** A guide of docs/, beside the reference. */
export function GuidePage({ guide, ...docs }: Pages['guide']): VNode {
  const [beginning, ...sections] = sectionsOf(guide);
  const around = { guide, guides: docs.guides };
  return (
    <DocsLayout
      docs={docs}
      title={`${guide.title} – ${docs.description.info.title}`}
      about={firstParagraph(guide.tokens)}
      path={guide.path}
    >
      <article class="guide" aria-labelledby="title">
        <header class="text" id="introduction" data-section="">
          <h1 id="title">{guide.title}</h1>
          <Markdown tokens={beginning?.tokens ?? []} {...around} />
        </header>
        <nav class="toc" aria-labelledby="toc-title">
          <p id="toc-title">On this page</p>
          <ul>
            {sections.map(({ heading, anchor }) => (
              <li key={anchor}>
                <a href={`#${anchor}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="text">
          {sections.map(({ heading, anchor, tokens }) => (
            <section key={anchor} id={anchor} aria-labelledby={`${anchor}-title`} data-section="">
              <h2 id={`${anchor}-title`}>
                <a class="self" href={`#${anchor}`}>
                  {heading}
                </a>
              </h2>
              <Markdown tokens={tokens} {...around} />
            </section>
          ))}
        </div>
      </article>
    </DocsLayout>
  );
}

function firstParagraph(tokens: readonly Token[]): string {
  return plainText(tokens.filter(({ type }) => type === 'paragraph').slice(0, 1));
}
