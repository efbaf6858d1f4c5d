import { pageTexts } from '../texts/page-texts.ts';
import { useCheckInTexts } from './texts.ts';
import { textsIn } from './texts/report/texts.ts';

const useReportWords = pageTexts(textsIn);

/** With the words of the report, which the page of the doors does not load. */
export const useReportTexts = () => ({ ...useCheckInTexts(), ...useReportWords() });
