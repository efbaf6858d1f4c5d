import { setTimeout as delay } from 'node:timers/promises';

// Longer than the work for a known or an unknown e-mail, on a busy machine.
const ANSWER_AFTER_MS = 400;

/** Answers after the same time in every case, so that the time does not reveal whether an e-mail has an account. */
export async function answerInEqualTime<T>(work: () => Promise<T>): Promise<T> {
  const enough = delay(ANSWER_AFTER_MS);
  try {
    return await work();
  } finally {
    await enough;
  }
}
