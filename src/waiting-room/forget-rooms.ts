import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { countReport } from './report-room.ts';

// For a day the host may be asked why somebody was refused. After that nobody needs to know who or where they were.
const TRACES_KEPT_DAYS = 1;
// So long anybody can check the draw. The seed, its hash and the report stay with the room.
export const ENTRIES_KEPT_DAYS = 30;

/** Forgets the people of a closed room: first their addresses and e-mail addresses, later the entries themselves. */
export function forgetWaitingEntriesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_waiting_entries',
    sql: `DELETE FROM waiting_entries WHERE ctid = ANY (ARRAY(
            SELECT e.ctid FROM waiting_rooms AS room JOIN waiting_entries AS e ON e.event_id = room.event_id
             WHERE room.closed_at < now() - interval '${ENTRIES_KEPT_DAYS} days' AND room.report IS NOT NULL
             LIMIT $1 FOR UPDATE OF e SKIP LOCKED))`,
    alsoDo: () => forgetTraces(database),
  });
}

/** With the traces goes what the report is counted from, so that is written down first. */
async function forgetTraces(database: Database): Promise<void> {
  const { rows } = await database.query<{ eventId: string }>(
    `SELECT event_id AS "eventId" FROM waiting_rooms
      WHERE closed_at < now() - interval '${TRACES_KEPT_DAYS} days' AND report IS NULL ORDER BY closed_at LIMIT 100`,
  );
  for (const { eventId } of rows) {
    const report = await countReport(database, eventId);
    await database.query('DELETE FROM waiting_addresses WHERE event_id = $1', [eventId]);
    await database.query(
      `UPDATE waiting_entries SET email_hash = NULL, asked_email_hash = NULL, device_id = NULL, network = NULL
        WHERE event_id = $1 AND (email_hash IS NOT NULL OR asked_email_hash IS NOT NULL OR device_id IS NOT NULL OR network IS NOT NULL)`,
      [eventId],
    );
    // Last: until it is there, the next run does all of this again.
    await database.query(
      'UPDATE waiting_rooms SET report = $2 WHERE event_id = $1 AND closed_at IS NOT NULL',
      [eventId, JSON.stringify(report)],
    );
  }
}
