export type CsvRow = {
  cells: string[];
  /** The last line of it in the text: the first line is 1. */
  line: number;
};

export type SplitLimits = {
  delimiter: string;
  /** No more rows are read. */
  maxRows: number;
  /** Further cells of a row are not kept; of those that say something, one is, so that it is known. */
  maxCells: number;
  maxRowCharacters: number;
};

type Cell = { text: string; end: number };
type Broken = { problem: 'too_long' | 'broken_quotes'; line: number };

/**
 * The rows of a list (RFC 4180), as spreadsheets and people write them: any end of line, quotes within a cell that are quotes, rows of
 * unequal length, rows with nothing in them, which are left out. Each sign is looked at a few times, and reading ends with the first
 * limit that is passed: the thread that reads it serves everybody.
 */
export function splitRows(text: string, limits: SplitLimits): CsvRow[] | Broken {
  const { delimiter, maxRows, maxCells, maxRowCharacters } = limits;
  const rows: CsvRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length && rows.length < maxRows) {
    const lineEnd = lengthOfLineEnd(text, at);
    if (lineEnd > 0) {
      at += lineEnd;
      line += 1;
      continue;
    }
    const cells: string[] = [];
    const start = at;
    let [characters, hasQuotes] = [0, false];
    for (; ; at += 1) {
      const cell = readCell(text, at, delimiter, maxRowCharacters);
      if (typeof cell === 'number')
        return { problem: 'broken_quotes', line: line + countLines(text.slice(start, cell)) };
      hasQuotes ||= text.charAt(at) === '"';
      characters += cell.text.length;
      if (characters > maxRowCharacters) return { problem: 'too_long', line };
      if (cells.length < maxCells) cells.push(cell.text);
      else if (cell.text.trim() !== '') cells[maxCells] = cell.text;
      at = cell.end;
      if (text.charAt(at) !== delimiter) break;
    }
    // Only what is quoted goes over several lines.
    if (hasQuotes) line += countLines(text.slice(start, at));
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line });
    at += lengthOfLineEnd(text, at);
    line += 1;
  }
  return rows;
}

/**
 * A number, where the quotes are wrong: so far they were read. A quote that is followed by something else was a part of the cell; but not one on another
 * line, which is the next row's, and that row would be lost in this cell.
 */
function readCell(text: string, start: number, delimiter: string, maxCharacters: number): Cell | number {
  if (text.charAt(start) !== '"') return readPlain(text, start, start, delimiter);
  let close = start;
  do {
    close = text.indexOf('"', close + 1);
    if (close < 0)
      return text.length - start > maxCharacters
        ? readPlain(text, start, text.length, delimiter)
        : text.length;
  } while (text.charAt(close + 1) === '"' && ++close > 0);
  if (!isEnd(text, close + 1, delimiter))
    return /[\r\n]/.test(text.slice(start, close)) ? close : readPlain(text, start, close + 1, delimiter);
  return { text: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 };
}

function readPlain(text: string, start: number, from: number, delimiter: string): Cell {
  let end = from;
  while (!isEnd(text, end, delimiter)) end += 1;
  return { text: text.slice(start, end), end };
}

function isEnd(text: string, at: number, delimiter: string): boolean {
  const sign = text.charAt(at);
  return sign === delimiter || sign === '\n' || sign === '\r' || sign === '';
}

function lengthOfLineEnd(text: string, at: number): number {
  const sign = text.charAt(at);
  if (sign === '\n') return 1;
  return sign === '\r' ? (text.charAt(at + 1) === '\n' ? 2 : 1) : 0;
}

const countLines = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;
