import type { Queryable } from '../../src/db/database.ts';
import { MAX_OPENS_MINUTES } from '../../src/rules/check-in-hours.ts';

/** Phones let guests in at any time: the events of tests are days ahead. */
export async function openCheckIn(database: Queryable, eventId: string): Promise<void> {
  await database.query(
    `INSERT INTO check_in_rules (event_id, opens_minutes_before) VALUES ($1, $2)
     ON CONFLICT (event_id) DO UPDATE SET opens_minutes_before = excluded.opens_minutes_before`,
    [eventId, MAX_OPENS_MINUTES],
  );
}
