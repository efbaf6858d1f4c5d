import { textsWith } from '../../texts/page-texts.ts';
import { en } from './en.ts';

export const useSeatingPlansTexts = textsWith({ en: { plans: en }, fr: { plans: en } });
export type SeatingPlansTexts = ReturnType<typeof useSeatingPlansTexts>;
