// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  file: string;
  fileHint: string;
  paste: string;
  pasteHint: string;
  template: string;
  look: string;
  other: string;
  line: string;
  wrong: string;
  good: string;
  problems: (number: number) => string;
  doubtful: (values: { lines: number; doubtful: number }) => string;
  fine: (number: number) => string;
  some: string;
  unused: (names: Value) => string;
  table: string;
  notUtf8: string;
  tooLarge: string;
  problemsOfList: {
    empty: string;
    not_text: string;
    too_many_lines: (limit: number) => string;
    too_many_columns: (limit: Value) => string;
    missing_column: (column: Value) => string;
    double_column: (column: Value) => string;
    too_many_cells: string;
    too_long: (values: { line: Value; limit: number }) => string;
    broken_quotes: (line: Value) => string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
