import type { DeliveryLog } from './data.ts';

/** The log with a fresh first page. Later pages stay as loaded if they meet the first one; otherwise there would be a gap. */
export function mergeLog(known: DeliveryLog, newest: DeliveryLog): DeliveryLog {
  const last = newest.deliveries.at(-1);
  if (newest.nextCursor === null || last === undefined) return newest;
  // Ids grow with time.
  const older = known.deliveries.filter(({ deliveryId }) => deliveryId < last.deliveryId);
  const meets = known.deliveries.some(({ deliveryId }) => deliveryId >= last.deliveryId);
  if (older.length === 0 || !meets) return newest;
  return { ...newest, deliveries: [...newest.deliveries, ...older], nextCursor: known.nextCursor };
}
