import { pageTexts } from '../../texts/page-texts.ts';
import { textsIn } from './texts/opening/texts.ts';

/** Texts until the designer with its own texts is loaded. */
export const useOpeningTexts = pageTexts(textsIn);
