import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/sheet/texts.ts';

/** Words of the sheet of links, which is loaded when somebody makes one. */
export const useSheetTexts = pageTexts(textsIn);
