import { pageTexts } from '../../texts/page-texts.ts';
import { textsIn } from './texts/colors/texts.ts';

/** The theme's colours of categories and house seats, by their numbers; the first is none. */
export const useColorNames = pageTexts((language) => textsIn(language).names);
