import { splitRows } from './split-rows.ts';
import { GUARD } from './write-csv.ts';

/** A column that a list may have, by the names that people give it. */
export type CsvColumn<Name extends string> = {
  name: Name;
  /** As it may be called too. Case, spaces, dashes and underscores don't matter. */
  also?: readonly string[];
  /** The list makes no sense without it. */
  isRequired?: boolean;
};

export type CsvLine<Name extends string> = {
  /** The last line of it in the text: the first line is 1. */
  line: number;
  /** Without blanks around it. A column that the list does not have is empty. */
  cells: Record<Name, string>;
};

/** A problem of the list as a whole, or of the way a line is written. */
export type CsvProblem =
  | { problem: 'empty' }
  | { problem: 'not_text' }
  | { problem: 'too_many_lines'; limit: number }
  | { problem: 'too_many_columns'; limit: number }
  | { problem: 'missing_column'; column: string }
  | { problem: 'double_column'; column: string }
  | { problem: 'too_many_cells'; line: number }
  | { problem: 'too_long'; line: number; limit: number }
  | { problem: 'broken_quotes'; line: number };

export type ReadCsv<Name extends string> = {
  lines: CsvLine<Name>[];
  problems: CsvProblem[];
  /** Columns that are not used, as they are called. */
  unused: string[];
};

const MAX_COLUMNS = 50;
const MAX_LINE_CHARACTERS = 10_000;
// Enough to see what is wrong with a list; the rest is likely the same.
const MAX_PROBLEMS = 100;
// The most frequent one in the first line separates the cells.
const DELIMITERS = [',', ';', '\t'];

/** Reads a list with a first line of names, as spreadsheets save it: with commas, semicolons or tabs, with quotes or without. */
export function readCsv<Name extends string>(
  text: string,
  { columns, maxLines }: { columns: readonly CsvColumn<Name>[]; maxLines: number },
): ReadCsv<Name> {
  const none = (problem: CsvProblem): ReadCsv<Name> => ({ lines: [], problems: [problem], unused: [] });
  // Another encoding is read as these: a UTF-8 text has none of them.
  if (text.includes('\0') || text.includes('\uFFFD')) return none({ problem: 'not_text' });
  const rows = splitRows(text, {
    delimiter: delimiterOf(text),
    // The names, and one more than may be: so it is known that there are too many.
    maxRows: maxLines + 2,
    maxCells: MAX_COLUMNS,
    maxRowCharacters: MAX_LINE_CHARACTERS,
  });
  if (!Array.isArray(rows))
    return none(
      rows.problem === 'too_long'
        ? { problem: 'too_long', line: rows.line, limit: MAX_LINE_CHARACTERS }
        : { problem: 'broken_quotes', line: rows.line },
    );
  const [head, ...body] = rows;
  if (!head || body.length === 0) return none({ problem: 'empty' });
  if (body.length > maxLines) return none({ problem: 'too_many_lines', limit: maxLines });
  const { places, problems, unused } = placeColumns(head.cells, columns);
  if (problems.length > 0) return { lines: [], problems, unused };

  const overlong = body.filter(({ cells }) => cells.slice(head.cells.length).some((cell) => cell !== ''));
  return {
    lines: body.map(({ cells, line }) => ({
      line,
      cells: Object.fromEntries(
        columns.map(({ name }) => [name, cleanCell(cells[places.get(name) ?? -1])]),
      ) as Record<Name, string>,
    })),
    problems: overlong.slice(0, MAX_PROBLEMS).map(({ line }) => ({ problem: 'too_many_cells', line })),
    unused,
  };
}

/** As far as a first line may go. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 2 * MAX_LINE_CHARACTERS).replaceAll(/"[^"]*"/g, '');
  const [first = ''] = start.split(/\r?\n|\r/, 1);
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');
const cleanCell = (cell = ''): string => cell.trim().replace(GUARD, '');

function placeColumns<Name extends string>(names: string[], columns: readonly CsvColumn<Name>[]) {
  const places = new Map<Name, number>();
  const problems: CsvProblem[] = [];
  const unused: string[] = [];
  if (names.length > MAX_COLUMNS)
    return { places, problems: [{ problem: 'too_many_columns', limit: MAX_COLUMNS } as const], unused };
  const known = new Map(
    columns.flatMap(({ name, also = [] }) => [name, ...also].map((called) => [plainName(called), name])),
  );
  for (const [place, called] of names.entries()) {
    const name = known.get(plainName(called));
    if (name === undefined) unused.push(called.trim());
    else if (places.has(name)) problems.push({ problem: 'double_column', column: name });
    else places.set(name, place);
  }
  for (const { name, isRequired } of columns) {
    if (isRequired && !places.has(name)) problems.push({ problem: 'missing_column', column: name });
  }
  return { places, problems, unused: unused.filter(Boolean) };
}
