import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useBankTransferTexts = pageTexts(textsIn);
