import { until } from './until.ts';

// One such test takes a second or two. On a machine with other work it takes longer.
const MUST_BE_LEFT_MS = 20_000;

/** Counts by the minute start afresh with every minute of the clock: a test that would straddle two waits for the second. */
export const inOneMinute = (): Promise<boolean> =>
  until('a minute with time left in it', () => Date.now() % 60_000 < 60_000 - MUST_BE_LEFT_MS);
