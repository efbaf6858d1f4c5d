import { createHash } from 'node:crypto';
import { splitRows, type CsvRow } from '../../csv/split-rows.ts';
import { STATEMENT_COLUMNS, type StatementColumn } from '../../rules/bank-transfer.ts';
import { STATEMENT_COLUMN_NAMES } from './statement-column-names.ts';

/** The place of each column; null: the statement has none, or it is not known. */
export type StatementColumns = Record<StatementColumn, number | null>;

export type StatementLine = {
  /** The last line of it in the file: the first line is 1. */
  line: number;
  amount: string;
  purpose: string;
  date: string;
  currency: string;
  payer: string;
  /** Knows the line again, whatever columns are chosen. */
  hash: Buffer;
  /** Of lines that are the same in all parts, which one it is, from 1. */
  nth: number;
};

export type StatementProblem = 'no_columns' | 'unreadable' | 'empty' | 'too_long';

export type Statement = {
  /** As the file calls its columns. */
  names: string[];
  columns: StatementColumns;
  lines: StatementLine[];
  problem: StatementProblem | null;
};

// A year of a large host's account.
const MAX_LINES = 5_000;
const MAX_CELLS = 60;
const MAX_LINE_CHARACTERS = 10_000;
// Banks write who they are, whose account it is and what it held above the names of the columns.
const MAX_LINES_ABOVE = 30;
const DELIMITERS = [';', ',', '\t', '|'];

/**
 * Reads a statement as a bank writes it: with lines above the names of its columns, commas, semicolons, tabs or bars. `chosen` are the
 * columns that a member has chosen; those left out are recognised by their names.
 */
export function readStatement(text: string, chosen: Partial<StatementColumns> = {}): Statement {
  const none = (problem: StatementProblem): Statement => ({
    names: [],
    columns: NO_COLUMNS,
    lines: [],
    problem,
  });
  if (text.includes('\0')) return none('unreadable');
  const rows = splitRows(text, {
    delimiter: delimiterOf(text),
    maxRows: MAX_LINES + MAX_LINES_ABOVE + 1,
    maxCells: MAX_CELLS,
    maxRowCharacters: MAX_LINE_CHARACTERS,
  });
  if (!Array.isArray(rows)) return none('unreadable');
  const head = findHead(rows);
  const names = rows[head]?.cells.map((name) => name.trim()) ?? [];
  const body = rows.slice(head + 1);
  if (body.length === 0) return none('empty');
  if (body.length > MAX_LINES) return none('too_long');
  const known = recognise(names);
  const columns = Object.fromEntries(
    STATEMENT_COLUMNS.map((column) => {
      const place = chosen[column] === undefined ? known[column] : chosen[column];
      return [column, place !== null && place < names.length ? place : null];
    }),
  ) as StatementColumns;
  const isKnown = columns.amount !== null && columns.purpose !== null;
  return {
    names,
    columns,
    lines: isKnown ? toLines(body, columns) : [],
    problem: isKnown ? null : 'no_columns',
  };
}

const NO_COLUMNS: StatementColumns = { amount: null, purpose: null, date: null, currency: null, payer: null };

/** The one that most of the lines have most of, as far as one looks. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 5 * MAX_LINE_CHARACTERS).split(/\r\n?|\n/, 2 * MAX_LINES_ABOVE);
  const counts = DELIMITERS.map((delimiter) =>
    lines.reduce(
      (sum, line) => sum + Math.min(line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1, MAX_CELLS),
      0,
    ),
  );
  // A comma in `12,50` is no delimiter where there are others.
  const [semicolons = 0, , tabs = 0, bars = 0] = counts;
  const others = Math.max(semicolons, tabs, bars);
  if (others >= lines.filter((line) => line.trim() !== '').length)
    return DELIMITERS[counts.indexOf(others)] ?? ';';
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

function recognise(names: readonly string[]): StatementColumns {
  const plain = names.map(plainName);
  const find = (column: StatementColumn): number | null => {
    const exact = STATEMENT_COLUMN_NAMES[column]
      .map((name) => plain.indexOf(name))
      .find((place) => place >= 0);
    if (exact !== undefined) return exact;
    // `Amount (NGN)`, `Betrag in EUR`
    const begun = plain.findIndex((name) =>
      STATEMENT_COLUMN_NAMES[column].some((one) => one.length > 4 && name.startsWith(one)),
    );
    return begun < 0 ? null : begun;
  };
  return Object.fromEntries(STATEMENT_COLUMNS.map((column) => [column, find(column)])) as StatementColumns;
}

/** The row with the names: the one in which most of them are known; the first one of several, and where none is. */
function findHead(rows: readonly CsvRow[]): number {
  const counts = rows
    .slice(0, MAX_LINES_ABOVE)
    .map(({ cells }) => Object.values(recognise(cells)).filter((place) => place !== null).length);
  return Math.max(counts.indexOf(Math.max(...counts)), 0);
}

function toLines(rows: readonly CsvRow[], columns: StatementColumns): StatementLine[] {
  const seen = new Map<string, number>();
  return rows.map(({ cells, line }) => {
    const clean = cells.map((cell) => cell.trim().replaceAll(/\s+/g, ' '));
    const hash = createHash('sha256')
      .update(JSON.stringify(clean.slice(0, clean.findLastIndex((cell) => cell !== '') + 1)))
      .digest();
    const key = hash.toString('hex');
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    const cell = (column: StatementColumn): string => clean[columns[column] ?? -1] ?? '';
    return {
      line,
      amount: cell('amount'),
      purpose: cell('purpose'),
      date: cell('date'),
      currency: cell('currency').toUpperCase(),
      payer: cell('payer'),
      hash,
      nth,
    };
  });
}
