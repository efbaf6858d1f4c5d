import type { Database } from '../db/database.ts';
import { forgetJob } from '../jobs/forget-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { HOURS_AFTER_EVENT } from './devices.ts';
import { SCANS_KEPT_DAYS } from './forget-scans.ts';

/** Phones that stood at doors, with the browser that each had: as long as what they scanned. */
export function forgetDevicesJob(database: Database): JobKind<Record<string, never>> {
  return forgetJob(database, {
    kind: 'forget_devices',
    sql: `DELETE FROM door_devices WHERE id = ANY (ARRAY(
            SELECT d.id FROM door_devices AS d JOIN events AS e ON e.id = d.event_id
             WHERE d.created_at < now() - interval '${SCANS_KEPT_DAYS} days'
               AND coalesce(d.ends_at, e.closes_at + interval '${HOURS_AFTER_EVENT} hours') < now() - interval '${SCANS_KEPT_DAYS} days'
             ORDER BY d.created_at LIMIT $1 FOR UPDATE OF d SKIP LOCKED))`,
  });
}
