import { parseArgs } from 'node:util';
import { buildJudge } from '../history/porcupine.ts';
import { globalSetup, globalTeardown } from '../harness/global-setup.ts';
import { ADDRESS_LIMIT } from './commands.ts';
import { torture, type Limits, type Mode } from './properties.ts';
import { playPiece } from './whole/play-piece.ts';
import { countOperations, describeTotals, judgePiece, keepPiece, readTotals } from './whole/totals.ts';
import { openWorld } from './world.ts';

const USAGE = `usage:
npm run torture -- --seconds 300 [--mode sequential|concurrent] [--seed 123] [--path 4:0:1]
npm run torture -- --mode whole --seconds 300 [--seed 123] [--piece 20000] [--operations 10000000] [--totals totals.jsonl]`;

const MODES: Mode[] = ['sequential', 'concurrent'];
const DOORS = 3;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    mode: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    /** Of the whole product: operations in a piece and in all, and the file that adds up over many runs. */
    piece: { type: 'string', default: '20000' },
    operations: { type: 'string', default: 'Infinity' },
    totals: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const isWhole = values.mode === 'whole';
const modes = MODES.filter((mode) => values.mode === undefined || values.mode === mode);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const seconds = Number(values.seconds);
const aim = Number(values.operations);
const pieceSize = Number(values.piece);
if ((modes.length === 0 && !isWhole) || !Number.isInteger(seed) || !(seconds > 0 && aim > 0 && pieceSize > 0))
  throw new Error(USAGE);

if (isWhole) await tortureWhole();
else {
  await globalSetup();
  try {
    for (const mode of modes) await tortureInMode(mode);
  } finally {
    await globalTeardown();
  }
}

async function tortureInMode(mode: Mode): Promise<void> {
  const limits: Limits = {
    forMs: (seconds * 1_000) / modes.length,
    seed,
    ...(values.path !== undefined && { path: values.path }),
  };
  print(`${mode}: ${Math.round(limits.forMs / 1_000)} s with seed ${seed}`);
  const world = await openWorld({ addressLimit: ADDRESS_LIMIT, doors: DOORS });
  const { isFailed, runs, path, report } = await torture(world, mode, limits);
  const { deadlocks } = await world.close();
  print(`${mode}: ${runs} sales, ${deadlocks} deadlocks`);
  if (isFailed) {
    print(report ?? '');
    print(`Again: npm run torture -- --mode ${mode} --seed ${seed}${path === null ? '' : ` --path ${path}`}`);
  }
  if (isFailed || deadlocks > 0) process.exitCode = 1;
}

/** Piece after piece, until the time is over, the total is reached or something is wrong. With the file, the next run goes on. */
async function tortureWhole(): Promise<void> {
  const pieces = values.totals === undefined ? [] : await readTotals(values.totals);
  const judge = await buildJudge();
  if (typeof judge === 'string') print(`Histories are not judged: ${judge}.`);
  const endMs = performance.now() + seconds * 1_000;
  for (let next = seed; performance.now() < endMs && countOperations(pieces) < aim; next++) {
    print(`a piece with seed ${next}, after ${countOperations(pieces)} operations`);
    const left = Math.min(pieceSize, aim - countOperations(pieces));
    const played = await playPiece({ seed: next, operations: left, forMs: endMs - performance.now() });
    const piece = await judgePiece(played, judge);
    pieces.push(piece);
    if (values.totals !== undefined) await keepPiece(values.totals, piece);
    print(
      `${piece.operations} operations, ${JSON.stringify(piece.crashes)}, ${JSON.stringify(piece.seconds)}`,
    );
    if (piece.wrong.length === 0) continue;
    print(
      `${piece.wrong.join('\n')}\nAgain: npm run torture -- --mode whole --seed ${next} --piece ${pieceSize}`,
    );
    process.exitCode = 1;
    break;
  }
  if (typeof judge !== 'string') await judge.remove();
  print(describeTotals(pieces));
}
