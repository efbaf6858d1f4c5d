export type JobContext = {
  jobId: string;
  /** 1 for the first run. */
  attempt: number;
  /** Aborted when the lease is lost or the process stops: what the job does from then on may be done twice. */
  signal: AbortSignal;
};

/** A sort of work. A job runs at least once, so running it twice must do no harm. */
export type JobKind<Payload> = {
  kind: string;
  /** The pause after each failed attempt. When the one after the last of them fails too, the job is set aside. */
  retryDelaysMs: readonly number[];
  /** How long a killed process keeps others from its job: seconds. Extended for as long as the job runs. */
  leaseMs: number;
  /** How many run at once in one process. */
  concurrency: number;
  /**
   * Makes the job recurring: one row for all processes, due again this long after each success. It is never set
   * aside, since nothing would write it again: with its retries used up it starts over after this time.
   */
  everyMs?: number;
  /** Only the lease limits the time this takes: give everything that may hang a time limit of its own. */
  run(payload: Payload, context: JobContext): Promise<void>;
};

export function attemptsAllowed(kind: JobKind<unknown>): number {
  return kind.retryDelaysMs.length + 1;
}

/** The next try of a job whose attempt failed; null sets it aside. */
export function nextTryAfterFailure(
  kind: JobKind<unknown>,
  failedAttempt: number,
): { delayMs: number; attempts: number } | null {
  const delayMs = kind.retryDelaysMs[failedAttempt - 1];
  if (delayMs !== undefined) return { delayMs, attempts: failedAttempt };
  return kind.everyMs === undefined ? null : { delayMs: kind.everyMs, attempts: 0 };
}
