import type { CsvProblem, ReadCsv } from './read-csv.ts';

/** The problem of a cell: `problem` is a word that the page has a sentence for, `value` the cell's text. */
export type CellProblem<Column extends string = string, Problem extends string = string> = {
  line: number;
  column: Column;
  problem: Problem;
  value: string;
  /** Another line that it is about. */
  otherLine?: number;
};

/** A list before it is taken in: what would come of it, and what is wrong. */
export type CsvPreview = {
  columns: string[];
  /** How many lines there are. */
  lineCount: number;
  /** The first of them, and those that something is wrong with. */
  lines: { line: number; cells: string[] }[];
  listProblems: CsvProblem[];
  /** The first of them. */
  problems: CellProblem[];
  problemCount: number;
  /** Possible mistakes; they don't keep anybody from importing the list. Only the first ones. */
  warnings: CellProblem[];
  warningCount: number;
  unused: string[];
};

// More than anybody reads. Who has mended these is told of the next ones.
const MAX_SHOWN = 200;
const MAX_GOOD_SHOWN = 50;
const MAX_VALUE_CHARACTERS = 60;

export function previewCsv<Name extends string>(
  { lines, problems: listProblems, unused }: ReadCsv<Name>,
  columns: readonly Name[],
  problems: readonly CellProblem<Name>[],
  warnings: readonly CellProblem<Name>[] = [],
): CsvPreview {
  const shown = problems.slice(0, MAX_SHOWN);
  const doubtful = warnings.slice(0, MAX_SHOWN);
  const written = listProblems.flatMap((problem) => ('line' in problem ? [problem] : []));
  const wrong = new Set([...shown, ...doubtful, ...written].map(({ line }) => line));
  const good = new Set(lines.slice(0, MAX_GOOD_SHOWN).map(({ line }) => line));
  return {
    columns: [...columns],
    lineCount: lines.length,
    lines: lines
      .filter(({ line }) => wrong.has(line) || good.has(line))
      .map(({ line, cells }) => ({ line, cells: columns.map((name) => shorten(cells[name])) })),
    listProblems,
    problems: shown.map(shortenValue),
    warnings: doubtful.map(shortenValue),
    problemCount: problems.length,
    warningCount: warnings.length,
    unused: unused.slice(0, 10).map(shorten),
  };
}

const shortenValue = (problem: CellProblem): CellProblem => ({ ...problem, value: shorten(problem.value) });

const shorten = (text: string): string =>
  text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
