import type { VNode } from 'preact';
import { LANGUAGES, type Language } from '../../values/language.ts';
import { addressIn } from './address-in.ts';

const NAMES: Record<Language, { own: string; label: string }> = {
  en: { own: 'English', label: 'Language' },
  fr: { own: 'Français', label: 'Langue' },
};

/**
 * The languages that there are, each by its own name. Plain links: they work before a script has come, and without one.
 * `query` is what else the page's address says, such as the theme, which another language keeps.
 */
export function LanguageSwitch({
  language,
  query = '',
}: {
  language: Language;
  query?: string | undefined;
}): VNode {
  return (
    <nav class="languages" aria-label={NAMES[language].label}>
      <ul>
        {LANGUAGES.map((name) => (
          <li key={name}>
            {name === language ? (
              <span aria-current="true">{NAMES[name].own}</span>
            ) : (
              <a lang={name} hreflang={name} href={addressIn(name, query)}>
                {NAMES[name].own}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
