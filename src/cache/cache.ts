/**
 * What processes share besides the database: counters that may be lost at any moment. Nothing in here is ever the
 * truth about stock, orders or money.
 */
export type Cache = {
  /** Adds to each counter and returns the totals, in order. A counter is forgotten `keepMs` after its first use. */
  addToCounters(additions: { name: string; by: number }[], keepMs: number): Promise<number[]>;
  /** Resolves where the cache answers, rejects where it doesn't, within a short time limit. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
