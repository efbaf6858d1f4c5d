/**
 * Counters that processes share besides the database, and may lose at any moment. Nothing in here is ever the truth about stock, orders
 * or money.
 */
export type Cache = {
  /** Null where this process is alone with it: there is nobody to share counts with. */
  counters: Counters | null;
  /** Resolves where the cache answers, rejects where it doesn't, within a short time limit. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type Counters = {
  /** Adds to each counter and returns the totals, in order. A counter is forgotten `keepMs` after its first use. */
  add(additions: { name: string; by: number }[], keepMs: number): Promise<number[]>;
};
