import type { Language } from '../checkout/contract.ts';
import { seatTextsEn, type SeatTexts } from './texts-en.ts';
import { seatTextsFr } from './texts-fr.ts';

const CATALOGUES: Record<Language, SeatTexts> = { en: seatTextsEn, fr: seatTextsFr };

export const seatTextsIn = (language: Language): SeatTexts => CATALOGUES[language];
