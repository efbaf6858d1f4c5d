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
async function workMs(
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
    most,
  }: {
    largest: number;
    make: (size: number) => Input;
    run: (input: Input) => unknown;
    /** Something honest that takes as much: this may take no more than a few times its work. */
    most?: () => unknown;
  },
): Promise<void> {
  const [whole, part] = [make(largest), make(Math.ceil(largest / TIMES))];
  if ((await workMs(() => run(whole), { fewest: 2, longEnoughMs: 0 })) <= NOTHING_MS) return;
  const measure = async (): Promise<string | null> => {
    const partMs = Math.max(await workMs(() => run(part)), NOTHING_MS / TIMES);
    const wholeMs = await workMs(() => run(whole));
    const mostMs = most ? TIMES_THE_HONEST * (await workMs(most)) : Infinity;
    if (wholeMs > mostMs) return `${what}: ${wholeMs.toFixed(1)} ms, more than ${mostMs.toFixed(1)} ms`;
    if (wholeMs <= Math.max(NOTHING_MS, partMs * MAX_TIMES_THE_WORK)) return null;
    return `${what}: ${wholeMs.toFixed(1)} ms for ${largest}, ${partMs.toFixed(2)} ms for an eighth of it`;
  };
  // Once more, for code that was slow because it was new.
  if ((await measure()) !== null) assert.equal(await measure(), null);
}
