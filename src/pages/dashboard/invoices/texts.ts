import { textsWith } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useInvoicesTexts = textsWith((language) => ({ invoices: textsIn(language) }));
