import { en, type PersonMailTexts } from './en.ts';

/** The languages that members are written to in. A further one is its name here and its catalogue. */
export type MemberLanguage = 'en';

// People have no language of their own yet.
export const LANGUAGE: MemberLanguage = 'en';

const CATALOGUES: Record<MemberLanguage, PersonMailTexts> = { en };

export const personMailTextsIn = (language: MemberLanguage): PersonMailTexts => CATALOGUES[language];
