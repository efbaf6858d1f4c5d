import { pageTexts } from '../texts/page-texts.ts';
import { textsIn, type Texts } from './texts/texts.ts';

export type WaitingListTexts = Texts;

export const useWaitingListTexts = pageTexts(textsIn);
