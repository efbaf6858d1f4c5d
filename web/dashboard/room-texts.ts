import type { Language } from '../../src/values/language.ts';
import { textsBy } from '../shared/texts.ts';
import { useDashboard } from './dashboard.ts';

/** The texts of one room, which come with its chunk: a hook that has those of the page's language. */
export function roomTexts<Texts>(catalogues: { en: Texts } & Record<Language, NoInfer<Texts>>): () => Texts {
  const textsIn = textsBy(catalogues);
  return () => textsIn(useDashboard().router.place.value.answer.frame.language);
}
