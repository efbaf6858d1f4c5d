import type { Language } from '../../../web/checkout/contract.ts';
import { readColor, type HexColor } from './accent.ts';

export type Theme = 'light' | 'dark';

/** How a framing site, or the buyer, wants the page; what can't be used is null. */
export type PageQuery = { theme: Theme | null; color: HexColor | null; language: Language | null };

const LANGUAGES: readonly string[] = ['en', 'fr'] satisfies Language[];

export function readPageQuery(query: URLSearchParams): PageQuery {
  const theme = query.get('theme');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    color: readColor(query.get('colorScheme')),
    language: asLanguage(query.get('lang')),
  };
}

/** What is left of a query when everything is taken out that the page does not know: with its `?`, or nothing. */
export function sanitiseQuery(text: string): string {
  const { theme, color, language } = readPageQuery(new URLSearchParams(text));
  const clean = new URLSearchParams({
    ...(theme && { theme }),
    ...(color && { colorScheme: color }),
    ...(language && { lang: language }),
  });
  return clean.size > 0 ? `?${clean.toString()}` : '';
}

/** The language that the browser likes best among those that the page speaks; English where it likes none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; quality: number } = { language: 'en', quality: 0 };
  for (const range of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = asLanguage(tag.split('-')[0] ?? null);
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = weight === undefined ? 1 : Number.parseFloat(weight) || 0;
    if (language && quality > best.quality) best = { language, quality };
  }
  return best.language;
}

const asLanguage = (text: string | null): Language | null =>
  text !== null && LANGUAGES.includes(text) ? (text as Language) : null;
