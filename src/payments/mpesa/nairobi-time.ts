const NAIROBI_AHEAD_MS = 3 * 3_600_000;

/** As M-Pesa writes times: YYYYMMDDHHmmss by the clock of Nairobi, which has no summer time. */
export const toNairobiTime = (ms: number): string =>
  new Date(ms + NAIROBI_AHEAD_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
