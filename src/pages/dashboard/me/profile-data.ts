import type { Language } from '../../../values/language.ts';

/** The person's name, e-mail and language. */
export type ProfileView = {
  name: string;
  email: string;
  /** Null: as the browser asks for. */
  language: Language | null;
  browserLanguage: Language;
};
