import type { CsvPreview } from '../../../../csv/preview-csv.ts';
import type { CsvTexts } from './texts.ts';

/** The verdict on a checked list: it can be saved, it should be looked at first, or it must be fixed. One of them, never two. */
export function sumUpCheck(
  { listProblems, problemCount, warningCount, lineCount }: CsvPreview,
  texts: Pick<CsvTexts, 'list' | 'problems' | 'doubtful' | 'fine'>,
): { tone: 'good' | 'warn' | 'bad'; text: string } {
  // The table shows a line's own errors at that line.
  const [inLines, ofList] = [lineErrors(listProblems), listProblems.filter((one) => !isOfLine(one))];
  const errors = problemCount + inLines.length;
  if (errors > 0 || ofList.length > 0) {
    const sentences = [...ofList.map(texts.list), ...(errors > 0 ? [texts.problems(errors)] : [])];
    return { tone: 'bad', text: sentences.join(' ') };
  }
  return warningCount > 0
    ? { tone: 'warn', text: texts.doubtful({ lines: lineCount, doubtful: warningCount }) }
    : { tone: 'good', text: texts.fine(lineCount) };
}

type ListProblem = CsvPreview['listProblems'][number];
type LineError = Extract<ListProblem, { problem: 'too_many_cells' }>;

const isOfLine = (problem: ListProblem): problem is LineError => problem.problem === 'too_many_cells';

/** The errors in the way a line is written, for lists whose other lines could be read. */
export const lineErrors = (problems: readonly ListProblem[]): LineError[] => problems.filter(isOfLine);
