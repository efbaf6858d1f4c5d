import type { Language } from '../../../values/language.ts';
import { en, type MailTexts } from './en.ts';
import { fr } from './fr.ts';

const CATALOGUES: Record<Language, MailTexts> = { en, fr };

export const mailTextsIn = (language: Language): MailTexts => CATALOGUES[language];
