import type { VNode } from 'preact';
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '../../values/language.ts';
import { addressIn } from './address-in.ts';
import { textsIn } from './texts/texts.ts';

/**
 * The languages that there are, each by its own name, in a list that opens. Plain links: they work before a script has come, and without one.
 * `query` is what else the page's address says, such as the theme, which another language keeps.
 */
export function LanguageSwitch({
  language,
  query = '',
  languages = LANGUAGES,
}: {
  language: Language;
  query?: string | undefined;
  /** Those that the page has. */
  languages?: readonly Language[];
}): VNode {
  return (
    <nav class="languages" aria-label={textsIn(language).languages}>
      <details>
        <summary>{LANGUAGE_FACTS[language].name}</summary>
        <ul>
          {languages.map((name) => (
            <li key={name}>
              {name === language ? (
                <span aria-current="true">{LANGUAGE_FACTS[name].name}</span>
              ) : (
                <a lang={name} hreflang={name} href={addressIn(name, query)}>
                  {LANGUAGE_FACTS[name].name}
                </a>
              )}
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
