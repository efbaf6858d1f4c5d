import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** A cache is read anew after a minute anyway: a process that has not heard of a change by now was not told. */
export const SOONER_THAN_FORGOTTEN_MS = 40_000;

/** Waits for a condition by asking again and again, for as long as a noisy machine may need. */
export async function until<T>(
  what: string,
  check: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  patienceMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs} ms for: ${what}`);
    await delay(20);
  }
}

/** Waits until what is read is what is expected. Tells what was read last. */
export async function untilEqual<T>(
  expected: T,
  read: () => Promise<T> | T,
  what?: string,
  patienceMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const actual = await read();
    if (isDeepStrictEqual(actual, expected)) return;
    if (performance.now() > deadline) assert.deepEqual(actual, expected, what);
    await delay(20);
  }
}

/** Waits until the text that is read matches. Tells what was read last. */
export async function untilMatch(
  pattern: RegExp,
  read: () => Promise<string | null> | string | null,
  what?: string,
  patienceMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const text = (await read()) ?? '';
    if (pattern.test(text)) return;
    if (performance.now() > deadline) assert.match(text, pattern, what);
    await delay(20);
  }
}

/** Waits for what is under way, as long as for any condition and no longer. */
export async function untilDone<T>(what: string, underWay: Promise<T>): Promise<T> {
  let isDone = false;
  underWay.then(
    () => (isDone = true),
    () => (isDone = true),
  );
  await until(what, () => isDone);
  return underWay;
}
