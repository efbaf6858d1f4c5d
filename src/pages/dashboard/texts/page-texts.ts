import type { Language } from '../../../values/language.ts';
import { textsBy } from '../../shared/texts.ts';
import { useDashboard } from '../dashboard.ts';
import type { Texts } from './texts.ts';

/** A hook that returns one page's texts in the reader's language. They come with the page's chunk. */
export function pageTexts<Page>(
  catalogues: { en: Page } & Partial<Record<Language, NoInfer<Page>>>,
): () => Page {
  const textsIn = textsBy(catalogues);
  return () => textsIn(useDashboard().page.language);
}

/** The same, together with the texts of the shell and the components. */
export function textsWith<Page extends object>(
  catalogues: { en: Page } & Partial<Record<Language, NoInfer<Page>>>,
): () => Texts & Page {
  const usePageTexts = pageTexts<Page>(catalogues);
  return () => ({ ...useDashboard().texts, ...usePageTexts() });
}
