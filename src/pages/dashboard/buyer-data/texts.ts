import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useBuyerDataTexts = pageTexts(textsIn);
export type BuyerDataTexts = ReturnType<typeof useBuyerDataTexts>;
