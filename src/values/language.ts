/** The languages that buyers are written to in. */
export const LANGUAGES = ['en', 'fr', 'pt', 'es', 'de', 'it', 'sw', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Those that members can have the dashboard in. */
export const DASHBOARD_LANGUAGES: readonly Language[] = ['en', 'fr', 'pt', 'es'];

// Browsers send less than a hundred characters. What is longer is read up to here.
const MAX_HEADER_CHARS = 500;
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

type LanguageFacts = {
  /** Its own. */
  name: string;
  /** The way it is read. */
  dir: 'ltr' | 'rtl';
  /** As it writes numbers and dates where no country is known. */
  locale: string;
  /** Added to the locale of a country: the digits, where countries differ and we write one kind. */
  digits?: `-u-nu-${string}`;
};

export const LANGUAGE_FACTS: Record<Language, LanguageFacts> = {
  en: { name: 'English', dir: 'ltr', locale: 'en-GB' },
  fr: { name: 'Français', dir: 'ltr', locale: 'fr-FR' },
  pt: { name: 'Português', dir: 'ltr', locale: 'pt-PT' },
  es: { name: 'Español', dir: 'ltr', locale: 'es-ES' },
  de: { name: 'Deutsch', dir: 'ltr', locale: 'de-DE' },
  it: { name: 'Italiano', dir: 'ltr', locale: 'it-IT' },
  sw: { name: 'Kiswahili', dir: 'ltr', locale: 'sw-KE' },
  ar: { name: 'العربية', dir: 'rtl', locale: 'ar-EG-u-nu-latn', digits: '-u-nu-latn' },
};

/** A language by its name; null where it is none of ours. */
export const readLanguage = (name: string | null, among: readonly Language[] = LANGUAGES): Language | null =>
  among.find((language) => language === name) ?? null;

/** A language that is on record; English where a newer program beside this one wrote down what this one doesn't know. */
export const knownLanguage = (name: string): Language => readLanguage(name) ?? 'en';

/** The language that an Accept-Language header (RFC 9110) likes best among ours; English where it likes none. */
export function preferredLanguage(
  acceptLanguage: string | undefined,
  among: readonly Language[] = LANGUAGES,
): Language {
  const weights = new Map<Language | '*', number>();
  for (const range of (acceptLanguage ?? '').slice(0, MAX_HEADER_CHARS).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const named = tag === '*' ? tag : readLanguage(tag.split('-')[0] ?? null, among);
    if (named) weights.set(named, Math.max(weights.get(named) ?? 0, weightIn(parameters)));
  }
  // A star stands for all languages that are not named. Of two with the same weight, the one that is named first is taken.
  const weightOf = (language: Language): number => weights.get(language) ?? weights.get('*') ?? 0;
  const inOrder = new Set([...weights.keys(), ...among]);
  let best: Language | null = null;
  for (const language of inOrder) {
    if (language !== '*' && weightOf(language) > (best ? weightOf(best) : 0)) best = language;
  }
  return best ?? 'en';
}

function weightIn(parameters: string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  return given === undefined ? 1 : Number(WEIGHT.exec(given)?.[1] ?? 0);
}
