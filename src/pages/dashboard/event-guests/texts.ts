import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useEventGuestsTexts = pageTexts(textsIn);
export type EventGuestsTexts = ReturnType<typeof useEventGuestsTexts>;
