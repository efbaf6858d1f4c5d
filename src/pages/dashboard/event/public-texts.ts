import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/public/texts.ts';

export const usePublicTexts = pageTexts(textsIn);
