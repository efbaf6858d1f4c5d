/** Run by a child that is killed in the middle, and then by the test. */
export const STUCK = { kind: 'stuck', retryDelaysMs: [0], leaseMs: 1_500, concurrency: 1 };
/** Kills the process that runs it. */
export const KILLER = { kind: 'killer', retryDelaysMs: [0], leaseMs: 1_500, concurrency: 1 };
