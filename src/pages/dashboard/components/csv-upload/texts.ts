import type { CsvProblem } from '../../../../csv/read-csv.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { textsIn, type Texts } from './texts/texts.ts';

function sayProblem({ problemsOfList: texts }: Texts, problem: CsvProblem): string {
  switch (problem.problem) {
    case 'empty':
    case 'not_text':
    case 'too_many_cells':
      return texts[problem.problem];
    case 'too_many_lines':
    case 'too_many_columns':
      return texts[problem.problem](problem.limit);
    case 'missing_column':
    case 'double_column':
      return texts[problem.problem](problem.column);
    case 'too_long':
      return texts.too_long(problem);
    default:
      return texts.broken_quotes(problem.line);
  }
}

export const useCsvTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return { ...texts, list: (problem: CsvProblem) => sayProblem(texts, problem) };
});
export type CsvTexts = ReturnType<typeof useCsvTexts>;
