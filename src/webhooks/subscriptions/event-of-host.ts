import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';

/** An event of the host, by its slug or its id. */
export type EventOfHost = { hostId: string } & ({ slug: string } | { eventId: string });

/** As a condition on `events AS e`, with the values of $1 and $2. */
export const namesEvent = (event: EventOfHost): { sql: string; values: [string, string] } =>
  'slug' in event
    ? { sql: 'e.host_id = $1 AND e.slug = $2', values: [event.hostId, event.slug] }
    : { sql: 'e.host_id = $1 AND e.id = $2', values: [event.hostId, event.eventId] };

/** Throws `not_found` where the host has no such event. */
export async function requireEvent(db: Queryable, event: EventOfHost): Promise<void> {
  const { sql, values } = namesEvent(event);
  const { rowCount } = await db.query(`SELECT 1 FROM events AS e WHERE ${sql}`, values);
  if (rowCount === 0) throw noEventOfHost();
}

/** The same answer for what is not there and for what is another host's. */
export const noEventOfHost = (): Refusal =>
  new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
