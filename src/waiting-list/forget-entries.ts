import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';

// A link that nobody has used.
const UNCONFIRMED_KEPT_DAYS = 1;
/** After the event. So long anybody can check the draw, and ask why others were offered tickets. */
export const LIST_ENTRIES_KEPT_DAYS = 30;

export function forgetListEntriesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_waiting_list_entries',
    sql: `DELETE FROM waiting_list_entries WHERE id = ANY (ARRAY(
            SELECT e.id FROM waiting_list_entries AS e JOIN events AS event ON event.id = e.event_id
             WHERE e.state <> 'waiting' AND event.closes_at < now() - interval '${LIST_ENTRIES_KEPT_DAYS} days'
                OR e.state = 'asked' AND e.asked_at < now() - interval '${UNCONFIRMED_KEPT_DAYS} days'
             LIMIT $1 FOR UPDATE OF e SKIP LOCKED))`,
    alsoDo: () => endLists(database),
  });
}

/** Of events that are over nobody waits any more. */
async function endLists(database: Database): Promise<void> {
  await database.query(
    `SELECT release_waiting_list(of_event => event_id) FROM (
       SELECT DISTINCT l.event_id FROM waiting_lists AS l JOIN events AS event ON event.id = l.event_id
         JOIN ticket_types AS t ON t.event_id = l.event_id AND t.awaited > 0
        WHERE event.closes_at < now() - interval '1 day' OR event.status IN ('ENDED', 'CANCELLED') LIMIT 100) AS over`,
  );
}
