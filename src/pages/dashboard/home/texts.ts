import { textsWith } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useHomeTexts = textsWith((language) => ({ home: textsIn(language) }));
export type HomeTexts = ReturnType<typeof useHomeTexts>;
