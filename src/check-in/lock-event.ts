import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

export type EventOfHost = { hostId: string; eventId: string };

/** Members who change an event's doors and devices do so one after the other. Another host's event is not there. */
export async function lockEvent(tx: Queryable, { hostId, eventId }: EventOfHost): Promise<void> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM events WHERE id = $1 AND host_id = $2 FOR NO KEY UPDATE',
    [eventId, hostId],
  );
  if (rowCount === 0) throw noSuchEvent();
}

export const noSuchEvent = (): Refusal =>
  new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
