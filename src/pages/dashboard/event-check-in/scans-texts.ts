import { pageTexts } from '../texts/page-texts.ts';
import { useCheckInTexts } from './texts.ts';
import { textsIn } from './texts/scans/texts.ts';

const useScanWords = pageTexts(textsIn);

/** With the words of the list of scans, which the page of the doors does not load. */
export const useScanTexts = () => ({ ...useCheckInTexts(), ...useScanWords() });
export type ScanTexts = ReturnType<typeof useScanTexts>;
