import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';

/** One line of the result: how the product does, as a ratio to the honest alternative measured in the same run. */
export type Row = {
  name: string;
  ratio: number;
  /** The lowest and the highest of the rounds. */
  spread?: [number, number];
  aim: number | null;
  /** A cost is to stay below its aim. */
  isCost?: boolean;
  detail: string;
  failures: number;
};

export function spreadOf(values: number[]): { middle: number; low: number; high: number } {
  return { middle: median(values), low: Math.min(...values), high: Math.max(...values) };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function toTable(rows: Row[]): string {
  const lines = rows.map((row) => {
    const aim = toAim(row);
    const failed = row.failures > 0 ? `; ${row.failures} FAILED` : '';
    const spread = row.spread ? ` (${row.spread.map((ratio) => ratio.toFixed(2)).join(' to ')})` : '';
    return `| ${row.name} | ${row.ratio.toFixed(2)}${spread} | ${aim} | ${row.detail}${failed} |`;
  });
  return ['| what | ratio | aim | detail |', '|---|---|---|---|', ...lines].join('\n');
}

function toAim({ ratio, aim, isCost }: Row): string {
  if (aim === null) return '';
  const isMet = isCost ? ratio <= aim : ratio >= aim;
  return `${isCost ? 'at most ' : ''}${aim.toFixed(2)} ${isMet ? 'met' : 'MISSED'}`;
}

// More than this of one bench are told by those that missed their aim, and their number.
const MAX_ROWS_ON_PAGE = 20;

/** The page that a run of all benches prints at its end: a line a row. */
export function toPage(results: { name: string; seconds: number; rows: Row[] }[]): string {
  return results
    .flatMap(({ name, seconds, rows }) => {
      const told =
        rows.length <= MAX_ROWS_ON_PAGE
          ? rows
          : rows.filter((row) => row.failures > 0 || toAim(row).includes('MISSED'));
      const more = rows.length - told.length;
      return [
        `${name}, ${Math.round(seconds)} s`,
        ...told.map((row) => {
          const failed = row.failures > 0 ? `; ${row.failures} FAILED` : '';
          return `  ${row.ratio.toFixed(2).padStart(8)}  ${toAim(row).padEnd(22)}  ${row.name}${failed}`;
        }),
        ...(more === 0 ? [] : [`  and ${more} more, none of them missed`]),
      ];
    })
    .join('\n');
}

/** The last result of each bench, with its date and the machine: figures mean little without them. */
export const writeResult = (
  name: string,
  { generator, stolen, rows }: { generator: string; stolen: string; rows: Row[] },
): Promise<string> => write(name, `loaded by ${generator}; ${stolen}`, toTable(rows));

/** The page of the last run of all. */
export const writePage = (generator: string, page: string): Promise<string> =>
  write(
    'all',
    `loaded by ${generator}; in fewer and shorter rounds than the others`,
    `\`\`\`\n${page}\n\`\`\``,
  );

async function write(name: string, circumstances: string, text: string): Promise<string> {
  const folder = path.join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const now = new Date();
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const file = path.join(folder, `${name}.md`);
  await writeFile(
    file,
    `# ${name}, ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC\n\n${machine}, ${circumstances}\n\n${text}\n`,
  );
  return file;
}
