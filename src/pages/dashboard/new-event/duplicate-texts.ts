import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/duplicate/texts.ts';

export const useDuplicateTexts = pageTexts(textsIn);
