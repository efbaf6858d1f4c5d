import type { Database, Transaction } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { Refusal } from '../refusal.ts';

const KEPT_DAYS = 7;
const EVERY_HOUR_MS = 3_600_000;

/**
 * Counts e-mails against the host's day before they are sent. Only those to addresses that a member typed in: complimentary tickets,
 * orders made by the host, corrected addresses, and messages to such guests. Buyers who gave us their own address are not counted, so
 * that a sale is never held up; without this a list of guests would be a way to send mail to strangers. Whoever is refused has sent nothing.
 */
export async function takeMails(
  tx: Transaction,
  { hostId, count, perDay }: { hostId: string; count: number; perDay: number },
): Promise<void> {
  if (count === 0) return;
  const { rows } = await tx.query<{ total: number; retryAfterSeconds: number }>(
    `INSERT INTO host_mails AS today (host_id, day, count)
     VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, $2)
     ON CONFLICT (host_id, day) DO UPDATE SET count = today.count + excluded.count
     RETURNING count AS total,
               ceil(extract(epoch FROM (day + 1)::timestamp AT TIME ZONE 'UTC' - clock_timestamp()))::integer AS "retryAfterSeconds"`,
    [hostId, count],
  );
  const [today] = rows;
  if (!today || today.total <= perDay) return;
  const left = Math.max(0, perDay - (today.total - count));
  throw new Refusal(
    'rate_limited',
    `A host may send ${perDay} e-mails a day to addresses that it entered itself. ${left} are left today: send fewer, or go on tomorrow.`,
    { retryAfterSeconds: Math.max(1, today.retryAfterSeconds) },
  );
}

/** Days that are over count for nothing any more. */
export function forgetHostMailsJob(database: Database): JobKind<Record<string, never>> {
  return {
    kind: 'forget_host_mails',
    retryDelaysMs: [5_000, 60_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: EVERY_HOUR_MS,
    async run() {
      await database.query(
        `DELETE FROM host_mails WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}`,
      );
    },
  };
}
