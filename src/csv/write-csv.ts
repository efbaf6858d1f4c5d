type Cell = string | number | null;

// A spreadsheet takes what begins so for a formula, and may run it. A plain number is none.
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** A list as spreadsheets read it. No cell can be taken for a formula; readCsv() takes away again what is put before such cells. */
export const writeCsv = (names: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [names, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');

function writeCell(cell: Cell): string {
  const text = String(cell ?? '');
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
