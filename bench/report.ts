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

/** The page that a run of all benches prints at its end: a line a row. */
export function toPage(results: { name: string; seconds: number; rows: Row[] }[]): string {
  return results
    .flatMap(({ name, seconds, rows }) => [
      `${name}, ${Math.round(seconds)} s`,
      ...rows.map((row) => {
        const failed = row.failures > 0 ? `; ${row.failures} FAILED` : '';
        return `  ${row.ratio.toFixed(2).padStart(8)}  ${toAim(row).padEnd(22)}  ${row.name}${failed}`;
      }),
    ])
    .join('\n');
}

/** The last result of each bench, with its date and the machine: figures mean little without them. */
export async function writeResult(
  name: string,
  { generator, stolen, rows }: { generator: string; stolen: string; rows: Row[] },
): Promise<string> {
  const folder = path.join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const now = new Date();
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, loaded by ${generator}; ${stolen}`;
  const file = path.join(folder, `${name}.md`);
  await writeFile(
    file,
    `# ${name}, ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC\n\n${machine}\n\n${toTable(rows)}\n`,
  );
  return file;
}
