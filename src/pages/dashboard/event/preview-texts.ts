import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/preview/texts.ts';

export const usePreviewTexts = pageTexts(textsIn);
