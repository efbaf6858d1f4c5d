import type { Language } from '../values/language.ts';

/** The public page of the terms that buyers of the event accept. */
export const termsAddress = (
  checkoutUrl: string,
  { slug, language }: { slug: string; language: Language },
): string => `${checkoutUrl}/${slug}/terms?lang=${language}`;
