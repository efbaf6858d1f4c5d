import type { DeliveryLog } from './data.ts';

/**
 * The log with its first page as it is now. What was loaded after that page stays as it was: as far as the two meet, else there would be
 * a hole in between.
 */
export function mergeLog(known: DeliveryLog, newest: DeliveryLog): DeliveryLog {
  const last = newest.deliveries.at(-1);
  if (newest.nextCursor === null || last === undefined) return newest;
  // Ids are in the order of time.
  const older = known.deliveries.filter(({ deliveryId }) => deliveryId < last.deliveryId);
  const meets = known.deliveries.some(({ deliveryId }) => deliveryId >= last.deliveryId);
  if (older.length === 0 || !meets) return newest;
  return { ...newest, deliveries: [...newest.deliveries, ...older], nextCursor: known.nextCursor };
}
