import { appendFile, readFile } from 'node:fs/promises';
import type { Judge, Verdict } from '../../history/porcupine.ts';
import type { Result } from './play-piece.ts';

/** A piece as it is kept, a line of JSON: the histories have been judged. */
export type KeptPiece = Omit<Result, 'histories'> & {
  at: string;
  /** How many histories had which verdict. */
  verdicts: Record<string, number>;
};

/** The pieces that a file has; none where there is no file yet. */
export async function readTotals(file: string): Promise<KeptPiece[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KeptPiece);
}

export const keepPiece = (file: string, piece: KeptPiece): Promise<void> =>
  appendFile(file, `${JSON.stringify(piece)}\n`);

/** Has the histories of a piece judged. A piece is wrong if one of them has no order in which every answer is right. */
export async function judgePiece(
  { histories, ...result }: Result,
  judge: Judge | string,
): Promise<KeptPiece> {
  const found: Verdict[] = typeof judge === 'string' ? [] : await judge.judge(histories);
  const refused = found.filter(({ result: verdict }) => verdict === 'Illegal');
  return {
    ...result,
    at: new Date().toISOString(),
    verdicts:
      typeof judge === 'string'
        ? { 'not judged': histories.length }
        : countBy(found.map((one) => one.result)),
    wrong: [...result.wrong, ...refused.map(({ name }) => `no order explains what was told of ${name}`)],
  };
}

function countBy(names: string[]): Record<string, number> {
  return addUp(names.map((name) => ({ [name]: 1 })));
}

function addUp(records: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const record of records)
    for (const [name, count] of Object.entries(record)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

export const countOperations = (pieces: KeptPiece[]): number =>
  pieces.reduce((sum, { operations }) => sum + operations, 0);

/** All pieces in one, for people. */
export function describeTotals(pieces: KeptPiece[]): string {
  const sumOf = (of: (piece: KeptPiece) => number): number =>
    pieces.reduce((sum, piece) => sum + of(piece), 0);
  const list = (records: Record<string, number>[]): string =>
    Object.entries(addUp(records))
      .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
      .join(', ');
  const byKind = Map.groupBy(Object.entries(addUp(pieces.map(({ counts }) => counts))), ([key]) =>
    key.slice(0, key.indexOf(':')),
  );
  const rows = [...byKind]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, counts]) => {
      const total = counts.reduce((sum, [, count]) => sum + count, 0);
      const answers = counts
        .toSorted(([, a], [, b]) => b - a)
        .map(([key, count]) => `${key.slice(kind.length + 2)} ${count.toLocaleString('en')}`);
      return `| ${kind} | ${total.toLocaleString('en')} | ${answers.join(', ')} |`;
    });
  return [
    `- ${pieces.length} pieces, ${countOperations(pieces).toLocaleString('en')} operations, ${sumOf(({ wrong }) => wrong.length)} faults`,
    `- crashes: ${list(pieces.map(({ crashes }) => crashes))}`,
    `- histories judged by Porcupine: ${list(pieces.map(({ verdicts }) => verdicts))}`,
    `- ${sumOf(({ mails }) => mails)} mails came, ${sumOf(({ doubledMails }) => doubledMails)} of them for a second time; ${sumOf(({ deliveries }) => deliveries)} attempts to deliver webhooks`,
    `- seeds: ${pieces.map(({ seed }) => seed).join(', ')}`,
    '',
    '| operation | how often | answers |',
    '|---|---:|---|',
    ...rows,
  ].join('\n');
}
