import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useEventReturnsTexts = pageTexts(textsIn);
