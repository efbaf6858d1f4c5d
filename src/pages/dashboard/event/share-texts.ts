import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/share/texts.ts';

export const useShareTexts = pageTexts(textsIn);
