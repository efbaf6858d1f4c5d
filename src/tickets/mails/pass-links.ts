import { html, type Html } from '../../mail/html.ts';
import { mailLink } from '../../mail/mail-layout.ts';
import { textsIn as passTextsIn } from '../../rules/texts/passes/texts.ts';
import type { Language } from '../../values/language.ts';

/** The links that put a ticket into a wallet; null: it is not offered. A mail does not know on which device it is read: it has both. */
export type PassLinks = { apple: string | null; google: string | null };

const namedLinks = (links: PassLinks | undefined, language: Language): [name: string, url: string][] => {
  const texts = passTextsIn(language);
  return (['apple', 'google'] as const).flatMap((wallet): [string, string][] => {
    const url = links?.[wallet] ?? null;
    return url === null ? [] : [[texts[wallet], url]];
  });
};

export const passLinksHtml = (links: PassLinks | undefined, language: Language): Html[] =>
  namedLinks(links, language).map(([name, url]) => html`<br />${mailLink(name, url)}`);

export const passLinksText = (links: PassLinks | undefined, language: Language): string[] =>
  namedLinks(links, language).map(([name, url]) => `  ${name}: ${url}`);
