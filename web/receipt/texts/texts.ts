import type { Language } from '../../../src/values/language.ts';
import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';

const TEXTS: Record<Language, Texts> = { en, fr };

export const textsIn = (language: Language): Texts => TEXTS[language];
