import type { CsvProblem } from '../../../../csv/read-csv.ts';
import { pageTexts } from '../../texts/page-texts.ts';

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const en = {
  file: 'Choose a file, or drop it here',
  fileHint: 'A list saved as CSV in UTF-8, with commas, semicolons or tabs.',
  paste: 'Or paste the list',
  pasteHint: 'The first line names the columns. From a spreadsheet, copy the cells with it.',
  template: 'Download a list to begin with',
  look: 'Look at the list',
  other: 'Take another list',
  line: 'Line',
  wrong: 'What to mend',
  good: 'Fine',
  lines: (number: number) => count(number, 'line', 'lines'),
  problems: (number: number) => `${count(number, 'mistake', 'mistakes')} to mend before anything is saved.`,
  warnings: (number: number) =>
    `${count(number, 'line looks', 'lines look')} doubtful: see below. The list can be saved all the same.`,
  fine: (number: number) => `${count(number, 'line is', 'lines are')} fine. Nothing is saved yet.`,
  some: 'The first lines, and those with mistakes, are shown.',
  unused: (names: string) => `Columns that are not used: ${names}.`,
  table: 'The lines of the list',
  notUtf8: 'The file is not in UTF-8. Save it again as “CSV UTF-8”.',
  tooLarge: 'The file is too large.',
  list: (problem: CsvProblem): string => {
    switch (problem.problem) {
      case 'empty':
        return 'There are no lines below the names of the columns.';
      case 'not_text':
        return 'There are characters in it that were lost when it was saved. Save it again as “CSV UTF-8”.';
      case 'too_many_lines':
        return `There are more than ${problem.limit.toLocaleString('en')} lines, the most that a list may have.`;
      case 'too_many_columns':
        return `There are more than ${problem.limit} columns.`;
      case 'missing_column':
        return `The first line has no column “${problem.column}”.`;
      case 'double_column':
        return `The column “${problem.column}” is there twice.`;
      case 'too_many_cells':
        return `Line ${problem.line} has more cells than there are columns. Put what has a separator in it into quotes.`;
      case 'too_long':
        return `Line ${problem.line} is longer than ${problem.limit.toLocaleString('en')} characters. A quote may be missing.`;
      default:
        return `A quote is opened and not closed, or the other way round, near line ${problem.line}.`;
    }
  },
};

export const useCsvTexts = pageTexts({ en, fr: en });
