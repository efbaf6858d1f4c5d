import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/exchange/texts.ts';

/** Texts of the dialog that changes a ticket's seat, loaded with it. */
export const useExchangeTexts = pageTexts(textsIn);
export type ExchangeTexts = ReturnType<typeof useExchangeTexts>;
