import type { HexColor } from '../../../../values/contrast.ts';
import { readLanguage, type Language } from '../../../../values/language.ts';
import type { Theme } from '../../../../rules/theme.ts';
import { readColor } from '../../../shared/accent.ts';

/** How a framing site, or the buyer, wants the page; what can't be used is null. */
export type PageQuery = { theme: Theme | null; color: HexColor | null; language: Language | null };

export function readPageQuery(query: URLSearchParams): PageQuery {
  const theme = query.get('theme');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    color: readColor(query.get('colorScheme')),
    language: readLanguage(query.get('lang')),
  };
}

/** The query without the parameters that the page does not know: with its `?`, or nothing. A preview's token stays. */
export function sanitiseQuery(text: string, previewToken: string | null = null): string {
  const { theme, color, language } = readPageQuery(new URLSearchParams(text));
  const clean = new URLSearchParams({
    ...(theme && { theme }),
    ...(color && { colorScheme: color }),
    ...(language && { lang: language }),
    ...(previewToken !== null && { preview: previewToken }),
  });
  return clean.size > 0 ? `?${clean.toString()}` : '';
}

/** The event's own page says so among the rest. */
export const isOnEventPage = (text: string): boolean => new URLSearchParams(text).get('page') === 'event';

export { languageOf, pageLanguage, queryOf } from '../../../serving/page-language.ts';
