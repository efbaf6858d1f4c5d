import type { CsvProblem } from '../../../../csv/read-csv.ts';
import { pageTexts } from '../../texts/page-texts.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const en = {
  file: 'Choose a file, or drop it here',
  fileHint: 'A CSV file in UTF-8, separated by commas, semicolons or tabs.',
  paste: 'Or paste the list',
  pasteHint: 'The first line names the columns. From a spreadsheet, copy that line too.',
  template: 'Download a template',
  look: 'Check list',
  other: 'Edit list',
  line: 'Line',
  wrong: 'What to fix',
  good: 'OK',
  problems: (number: number) => `Fix ${count(number, 'error', 'errors')} to continue.`,
  doubtful: (lines: number, doubtful: number) =>
    `${count(lines, 'line', 'lines')} can be saved. Check the remark${doubtful === 1 ? '' : 's'} on ${doubtful.toLocaleString('en')} of them first. Nothing is saved yet.`,
  fine: (number: number) => `${count(number, 'line is', 'lines are')} OK. Nothing is saved yet.`,
  some: 'You see the first lines, and the first with errors or remarks.',
  unused: (names: string) => `Unused columns: ${names}.`,
  table: 'Lines of the list',
  notUtf8: 'The file is not in UTF-8. Save it again as “CSV UTF-8”.',
  tooLarge: 'The file is too large.',
  list: (problem: CsvProblem): string => {
    switch (problem.problem) {
      case 'empty':
        return 'Add at least one line below the column names.';
      case 'not_text':
        return 'Some characters were lost when the file was saved. Save it again as “CSV UTF-8”.';
      case 'too_many_lines':
        return `A list can have at most ${problem.limit.toLocaleString('en')} lines. Split it.`;
      case 'too_many_columns':
        return `A list can have at most ${problem.limit} columns.`;
      case 'missing_column':
        return `Add the column “${problem.column}” to the first line.`;
      case 'double_column':
        return `The column “${problem.column}” appears twice. Remove one.`;
      case 'too_many_cells':
        return 'This line has more cells than columns. Put quotes around cells that contain a separator.';
      case 'too_long':
        return `Line ${problem.line} is longer than ${problem.limit.toLocaleString('en')} characters. A quote may be missing.`;
      default:
        return `A quote is missing near line ${problem.line}.`;
    }
  },
};

export const useCsvTexts = pageTexts({ en, fr: en });
export type CsvTexts = typeof en;
