import type { EntrancePage } from '../contract.ts';
import { en, type EntranceTexts } from './en.ts';

const CATALOGUES: Record<EntrancePage['language'], EntranceTexts> = { en };

export const textsIn = (language: EntrancePage['language']): EntranceTexts => CATALOGUES[language];
