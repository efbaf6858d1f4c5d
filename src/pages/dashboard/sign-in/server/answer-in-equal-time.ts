import { setTimeout as delay } from 'node:timers/promises';

// Longer than what is done for an e-mail that is known, or that is not, on a machine that has work to do.
const ANSWER_AFTER_MS = 400;

/** Answers after the same time, whichever way the work went: nobody learns from the clock whether an e-mail has an account. */
export async function answerInEqualTime<T>(work: () => Promise<T>): Promise<T> {
  const enough = delay(ANSWER_AFTER_MS);
  try {
    return await work();
  } finally {
    await enough;
  }
}
