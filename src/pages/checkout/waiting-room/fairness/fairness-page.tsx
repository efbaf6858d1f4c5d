import type { VNode } from 'preact';
import { accentStyle } from '../../../shared/accent-style.ts';
import { DataForScript, Document } from '../../../shared/document.tsx';
import { Icon } from '../../../shared/icon.tsx';
import { forwardIcon } from '../../../shared/icons.ts';
import { LanguageSwitch } from '../../../shared/language-switch.tsx';
import type { FairnessData, FairnessPage as Page } from '../contract.ts';
import { momentOf } from '../line.ts';
import type { Texts } from '../texts/texts.ts';
import { textsIn as roomTextsIn } from '../texts/texts.ts';

/** How the draw works, in words, with all that anybody needs to check it. */
export function FairnessPage(page: Page): VNode {
  const texts = roomTextsIn(page.language);
  const { title, back, intro, steps, late } = texts.fairness;
  return (
    <Document
      title={`${title} · ${page.eventName}`}
      language={page.language}
      theme={page.theme}
      ownStyle={accentStyle(page.accents)}
    >
      <div class="page-languages">
        <LanguageSwitch language={page.language} query={page.query} />
      </div>
      <main class="room fairness">
        <header>
          <p class="eyebrow" dir="auto">
            {page.eventName}
          </p>
          <h1>{title}</h1>
        </header>
        <p class="intro">{intro}</p>
        <section class="next" aria-labelledby="steps">
          <h2 id="steps">{steps.title}</h2>
          <ol>
            <li>{steps.seal}</li>
            <li>{steps.rank}</li>
            <li>{steps.open}</li>
          </ol>
          <p class="soft">{late}</p>
        </section>
        <Published page={page} texts={texts} />
        <Check page={page} texts={texts} />
        <p>
          <a class="plain" href={`${page.path}${page.query}`}>
            {back}
            <Icon path={forwardIcon} turns />
          </a>
        </p>
      </main>
      <DataForScript id="page-data" data={dataOf(page)} />
    </Document>
  );
}

const dataOf = ({ slug, path, locale }: Page): FairnessData => ({ slug, path, locale });

type Props = { page: Page; texts: Texts };

function Published({ page, texts }: Props): VNode {
  const { hash, seed, seedLater, list } = texts.fairness;
  const written = new Intl.NumberFormat(page.locale).format(page.count);
  return (
    <section class="card published">
      <dl>
        <dt>{hash}</dt>
        <dd>
          <code>{page.seedHash}</code>
        </dd>
        <dt>{seed}</dt>
        <dd>
          {page.seed === null ? (
            page.drawsAt !== null && seedLater(momentOf(page.drawsAt, page))
          ) : (
            <code>{page.seed}</code>
          )}
        </dd>
      </dl>
      {page.seed !== null && (
        <p>
          <a class="second" href={`${page.path}/draw`}>
            {list({ count: page.count, written })}
          </a>
        </p>
      )}
    </section>
  );
}

function Check({ page, texts }: Props): VNode {
  const { check, program } = texts.fairness;
  return (
    <section class="check" aria-labelledby="check-title">
      <h2 id="check-title">{check.title}</h2>
      {page.seed === null ? (
        <p>{check.later}</p>
      ) : (
        <>
          <p>{check.text}</p>
          <noscript>
            <p class="soft">{check.needsScript}</p>
          </noscript>
          <p class="needs-script">
            <button type="button" id="check" class="second">
              {check.start}
            </button>
          </p>
          <p id="outcome" role="status" />
        </>
      )}
      <p class="soft">
        {program} <code>tessera waiting-room verify</code>.
      </p>
    </section>
  );
}
