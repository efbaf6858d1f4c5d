import type { CellProblem } from '../../../csv/preview-csv.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { sayWith, writeNumber } from '../texts/words-in.ts';
import { textsIn } from './texts/texts.ts';

// As files of codes have it, in every language.
const EXAMPLE_TIME = '2027-03-06 18:00';

export const useEventPromoCodesTexts = pageTexts((language) => {
  const texts = textsIn(language);
  const problems: Partial<Record<string, Parameters<typeof sayWith>[0]>> = texts.problems;
  return {
    ...texts,
    usesOf: (uses: number, maximum: number | null) =>
      maximum === null ? writeNumber(language, uses) : texts.usesOf({ uses, maximum }),
    problem: ({ problem, value, otherLine = 0 }: CellProblem, example: string): string => {
      if (problem === 'not_an_amount') return texts.isNotAnAmount({ value, example });
      if (problem === 'not_a_time') return texts.isNotATime({ value, example: EXAMPLE_TIME });
      if (problem === 'double') return texts.isDouble({ value, line: otherLine });
      return sayWith(problems[problem] ?? problem, value);
    },
  };
});
export type EventPromoCodesTexts = ReturnType<typeof useEventPromoCodesTexts>;
