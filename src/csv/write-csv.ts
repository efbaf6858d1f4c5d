export type Cell = string | number | null;

export const SEPARATORS = { comma: ',', semicolon: ';' } as const;
export type Separator = keyof typeof SEPARATORS;

// A spreadsheet takes what begins so for a formula, and may run it; some look past spaces and marks that nobody sees, and take the
// wide forms of East Asian keyboards too.
const FORMULA_START = String.raw`(?:[\s\u0000-\u001F\u200B-\u200F\u2060\uFEFF]*[=+\-@＝＋－＠]|[\t\r])`;
const FORMULA = new RegExp(`^${FORMULA_START}`);
/** Guards a cell that begins like a formula. */
export const GUARD = new RegExp(`^'(?=${FORMULA_START})`);
// No formula, for all its sign.
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** A list as spreadsheets read it. No cell can be taken for a formula; readCsv() takes away again what is put before such cells. */
export const writeCsv = (names: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  writeCsvLines([names, ...rows]);

/** Some lines of a list that is too long to be in memory at once. */
export const writeCsvLines = (
  rows: readonly (readonly Cell[])[],
  { separator = 'comma' }: { separator?: Separator } = {},
): string => rows.map((row) => `${row.map(writeCell).join(SEPARATORS[separator])}\r\n`).join('');

function writeCell(cell: Cell): string {
  const text = String(cell ?? '');
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
