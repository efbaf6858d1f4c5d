import { textsWith } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useSupportTexts = textsWith((language) => ({ support: textsIn(language) }));
