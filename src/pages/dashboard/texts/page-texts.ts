import type { Language } from '../../../values/language.ts';
import { textsBy } from '../../shared/texts.ts';
import { useDashboard } from '../dashboard.ts';
import type { Texts } from './texts.ts';

/** The texts of one room, which come with its chunk: a hook that has those of the page's language. */
export function roomTexts<Room>(catalogues: { en: Room } & Record<Language, NoInfer<Room>>): () => Room {
  const textsIn = textsBy(catalogues);
  return () => textsIn(useDashboard().page.language);
}

/** The same, beside what the shell and the parts say. */
export function textsWith<Room extends object>(
  catalogues: { en: Room } & Record<Language, NoInfer<Room>>,
): () => Texts & Room {
  const useRoom = roomTexts<Room>(catalogues);
  return () => ({ ...useDashboard().texts, ...useRoom() });
}
