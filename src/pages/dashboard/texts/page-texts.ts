import type { Language } from '../../../values/language.ts';
import { textsBy } from '../../shared/texts.ts';
import { useDashboard } from '../dashboard.ts';
import type { Texts } from './read-texts.ts';

type Read<Page> = (language: Language) => Page;
/** Pages whose texts are not in files of their languages yet. */
type Unconverted<Page> = { en: Page } & Partial<Record<Language, NoInfer<Page>>>;

/**
 * A hook that returns one page's texts in the reader's language: `textsIn`, or what a page makes of it where a message can't say it. They
 * come with the page's chunk.
 */
export function pageTexts<Page>(read: Read<Page> | Unconverted<Page>): () => Page {
  const made = new Map<Language, Page>();
  const make = typeof read === 'function' ? read : textsBy<Page>(read);
  return () => {
    const { language } = useDashboard().page;
    const texts = made.get(language) ?? make(language);
    made.set(language, texts);
    return texts;
  };
}

/** The same, together with the texts of the shell and the components. */
export function textsWith<Page extends object>(read: Read<Page> | Unconverted<Page>): () => Texts & Page {
  const usePageTexts = pageTexts<Page>(read);
  return () => ({ ...useDashboard().texts, ...usePageTexts() });
}
