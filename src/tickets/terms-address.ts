import type { Language } from '../values/language.ts';

/** Where anybody reads what buyers of the event agree to. */
export const termsAddress = (
  checkoutUrl: string,
  { slug, language }: { slug: string; language: Language },
): string => `${checkoutUrl}/${slug}/terms?lang=${language}`;
