import type { VNode } from 'preact';
import type { Words } from '../../status/incident.ts';
import { LANGUAGE_FACTS, type Language } from '../../values/language.ts';
import { Document } from '../shared/document.tsx';
import { writeMoment, writeMoments } from '../shared/format-moment.ts';
import { LanguageSwitch } from '../shared/language-switch.tsx';
import { TesseraMark } from '../shared/tessera-mark.tsx';
import type { StatusIncident, StatusPage as Data } from './contract.ts';
import { textsIn, type Texts } from './texts/texts.ts';

/** Whether the service works, since when, and what happened before: for people who wonder whether it is only them. */
export function StatusPage({ language, state, since, current, planned, past, home }: Data): VNode {
  const texts = textsIn(language);
  const { headline, text } = texts.states[state];
  const shared = { language, texts };
  return (
    <Document title={`${headline} · ${texts.title}`} language={language}>
      <header class="top">
        <span class="brand">
          <TesseraMark />
          {texts.title}
        </span>
        <LanguageSwitch language={language} />
      </header>
      <main>
        <section class={`state ${state}`}>
          <h1>{headline}</h1>
          {since !== null && <p class="since">{texts.since(write(since, language))}</p>}
          <p>{text}</p>
          {state !== 'sound' && (
            <p>
              {/* An empty address is the page itself. */}
              <a class="main" href="">
                {texts.reload}
              </a>
            </p>
          )}
        </section>
        {current.length > 0 && <Incidents title={texts.current} incidents={current} {...shared} />}
        {planned.length > 0 && <Incidents title={texts.planned} incidents={planned} {...shared} />}
        <Incidents title={texts.past} incidents={past} {...shared} />
      </main>
      <footer>
        <a href={home}>{texts.home}</a>
      </footer>
    </Document>
  );
}

const write = (moment: string, language: Language): string =>
  writeMoment(moment, { locale: LANGUAGE_FACTS[language].locale, timezone: 'UTC' });

/** A day that both moments share is written once. */
const writeRange = (began: string, ended: string, language: Language): string =>
  writeMoments(began, ended, { locale: LANGUAGE_FACTS[language].locale, timezone: 'UTC' });

type Shared = { language: Language; texts: Texts };

function Incidents({
  title,
  incidents,
  language,
  texts,
}: Shared & { title: string; incidents: StatusIncident[] }): VNode {
  return (
    <section>
      <h2>{title}</h2>
      {incidents.length === 0 && <p class="soft">{texts.noPast}</p>}
      {incidents.map((incident) => (
        <Incident key={incident.id} incident={incident} language={language} />
      ))}
    </section>
  );
}

function Incident({ incident, language }: { language: Language; incident: StatusIncident }): VNode {
  const { title, beganAt, endedAt, notes } = incident;
  return (
    <article>
      <h3 {...inLanguage(title, language)}>{title[language] ?? title.en}</h3>
      <p class="soft">
        {endedAt === null ? write(beganAt, language) : writeRange(beganAt, endedAt, language)}
      </p>
      {notes.length > 0 && (
        <ul>
          {notes.toReversed().map(({ text, writtenAt }) => (
            <li key={writtenAt}>
              <time class="soft" datetime={writtenAt}>
                {write(writtenAt, language)}
              </time>
              <p {...inLanguage(text, language)}>{text[language] ?? text.en}</p>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** Words that were written in English only are said to be so, for those who have pages read to them. */
const inLanguage = (words: Words, language: Language): { lang?: string } =>
  words[language] === undefined ? { lang: 'en' } : {};
