import type { Language } from '../../values/language.ts';
import { en, type TicketTexts } from './en.ts';
import { fr } from './fr.ts';

const CATALOGUES: Record<Language, TicketTexts> = { en, fr };

export const ticketTextsIn = (language: Language): TicketTexts => CATALOGUES[language];
