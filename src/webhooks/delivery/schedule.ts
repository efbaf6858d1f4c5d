/** When a delivery is tried. */
export type DeliverySchedule = {
  /** The pause after each failed attempt; the one after the last of them is the last attempt. */
  retryDelaysMs: readonly number[];
  /** The limit of one attempt, from the connection to the end of the answer. */
  attemptLimitMs: number;
  /** The limit of all attempts, from the start of the first: none starts later, and one still running is cut. */
  budgetMs: number;
};

export const PURCHASE_SCHEDULE: DeliverySchedule = {
  retryDelaysMs: [1_000, 2_000, 4_000, 8_000],
  attemptLimitMs: 10_000,
  budgetMs: 30_000,
};

/** A test is for the person who pressed the button: it is never tried again. */
export const withoutRetries = (schedule: DeliverySchedule): DeliverySchedule => ({
  ...schedule,
  retryDelaysMs: [],
});

/** How long the attempt that would start now may take; null where none may start any more. */
export function attemptLimitMs(
  schedule: DeliverySchedule,
  { attempt, elapsedMs }: { attempt: number; elapsedMs: number },
): number | null {
  if (attempt > schedule.retryDelaysMs.length + 1 || elapsedMs >= schedule.budgetMs) return null;
  return Math.min(schedule.attemptLimitMs, schedule.budgetMs - elapsedMs);
}

/** The pause before the next attempt, after one that failed just now; null where it was the last. */
export function retryDelayMs(
  schedule: DeliverySchedule,
  { attempt, elapsedMs }: { attempt: number; elapsedMs: number },
): number | null {
  const delayMs = schedule.retryDelaysMs[attempt - 1];
  return delayMs === undefined || elapsedMs + delayMs >= schedule.budgetMs ? null : delayMs;
}
