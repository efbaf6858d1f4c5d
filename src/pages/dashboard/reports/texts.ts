import { pageTexts } from '../texts/page-texts.ts';
import { textsIn } from './texts/texts.ts';

export const useReportTexts = pageTexts((language) => {
  const texts = textsIn(language);
  const between = (from: string, to: string): string => (from === to ? from : texts.between({ from, to }));
  return { ...texts, between };
});
export type ReportTexts = ReturnType<typeof useReportTexts>;
