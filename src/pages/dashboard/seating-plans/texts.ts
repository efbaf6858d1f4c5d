import { textsWith } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useSeatingPlansTexts = textsWith((language) => ({ plans: textsIn(language) }));
export type SeatingPlansTexts = ReturnType<typeof useSeatingPlansTexts>;
