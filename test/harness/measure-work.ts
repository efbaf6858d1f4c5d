import assert from 'node:assert/strict';

// Below this nobody waits for anybody, however it grows.
const NOTHING_MS = 5;
const TIMES = 8;
// Eight times the input may take eight times the work, with what caches and the garbage collector add. A square would be 64.
const MAX_TIMES_THE_WORK = 26;
const TIMES_THE_HONEST = 4;
// The processor's time is told in steps of some milliseconds.
const LONG_ENOUGH_MS = 30;
const MAX_RUNS = 400;

/** Processor time of this thread: what neighbours on the machine do is not in it. */
export async function workMs(
  run: () => unknown,
  { fewest = 1, longEnoughMs = LONG_ENOUGH_MS } = {},
): Promise<number> {
  const start = process.threadCpuUsage();
  for (let runs = 1; ; runs++) {
    await run();
    const { user, system } = process.threadCpuUsage(start);
    const spentMs = (user + system) / 1_000;
    if ((spentMs >= longEnoughMs && runs >= fewest) || runs >= MAX_RUNS) return spentMs / runs;
  }
}

/** Fails where the largest input takes more work than an eighth of it explains. Making it is not counted. */
export async function assertLinear<Input>(
  what: string,
  {
    largest,
    make,
    run,
    honestMs = Infinity,
  }: {
    largest: number;
    make: (size: number) => Input;
    run: (input: Input) => unknown;
    /** The work of something honest: the largest may take no more than a few times as much. */
    honestMs?: number;
  },
): Promise<void> {
  const [whole, part] = [make(largest), make(Math.ceil(largest / TIMES))];
  const findFault = async (wholeMs: number): Promise<string | null> => {
    if (wholeMs <= NOTHING_MS) return null;
    const mostMs = TIMES_THE_HONEST * honestMs;
    if (wholeMs > mostMs) return `${what}: ${wholeMs.toFixed(1)} ms, more than ${mostMs.toFixed(1)} ms`;
    const partMs = Math.max(await workMs(() => run(part)), NOTHING_MS / TIMES);
    if (wholeMs <= partMs * MAX_TIMES_THE_WORK) return null;
    return `${what}: ${wholeMs.toFixed(1)} ms for ${largest}, ${partMs.toFixed(2)} ms for an eighth of it`;
  };
  if ((await findFault(await workMs(() => run(whole), { longEnoughMs: 0 }))) === null) return;
  // Once more, for code that was slow because it was new.
  assert.equal(await findFault(await workMs(() => run(whole))), null);
}
