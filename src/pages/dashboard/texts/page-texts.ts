import type { Language } from '../../../values/language.ts';
import { useDashboard } from '../dashboard.ts';
import type { Texts } from './read-texts.ts';

type Read<Page> = (language: Language) => Page;

/**
 * A hook that returns one page's texts in the reader's language: `textsIn`, or what a page makes of it where a message can't say it. They
 * come with the page's chunk.
 */
export function pageTexts<Page>(read: Read<Page>): () => Page {
  const made = new Map<Language, Page>();
  return () => {
    const { language } = useDashboard().page;
    const texts = made.get(language) ?? read(language);
    made.set(language, texts);
    return texts;
  };
}

/** The same, together with the texts of the shell and the components. */
export function textsWith<Page extends object>(read: Read<Page>): () => Texts & Page {
  const usePageTexts = pageTexts<Page>(read);
  return () => ({ ...useDashboard().texts, ...usePageTexts() });
}
