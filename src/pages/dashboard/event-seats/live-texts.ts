import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/live/texts.ts';

/** Texts of the hall on sale, loaded with its map. */
export const useLiveHallTexts = pageTexts(textsIn);
