import { textsWith } from '../texts/page-texts.ts';
import { textsIn } from './texts/new-host/texts.ts';

export const useNewHostTexts = textsWith(textsIn);
