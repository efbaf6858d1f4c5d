import type { Database, Transaction } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { Refusal } from '../refusal.ts';
import { lockSharedLimits, NEW_FOR_DAYS } from './lock-shared-limits.ts';

const KEPT_DAYS = 7;
const EVERY_HOUR_MS = 3_600_000;

// A host's mails on its first day. Enough for a guest list and a mistake in it; too few to be worth an account.
export const FIRST_DAY_MAILS = 100;
// A host has all of it by one of these: its age since it was confirmed, or what buyers have paid it by a gateway.
export const FULL_AFTER_PAID_ORDERS = 100;
// Of the newest orders: a host that gives a million tickets away is not counted through for each mail.
const MAX_ORDERS_LOOKED_AT = 5_000;

type Counted = { total: number; retryAfterSeconds: number };

/**
 * Counts e-mails that members set off against the host's day, before they are sent: complimentary tickets, sales at the counter, all that
 * is done with single orders, and messages to addresses that the host chose. Without it, a list of guests would be a way to send mail to
 * strangers. What buyers order themselves is never counted, so a sale is never held up. Members who are refused have sent nothing.
 *
 * New hosts of one account send together no more than the one of them that may send most.
 */
export async function countHostMails(
  tx: Transaction,
  { hostId, count, perDay }: { hostId: string; count: number; perDay: number },
): Promise<void> {
  if (count === 0) return;
  await tx.query(
    `INSERT INTO host_mails AS today (host_id, day, count)
     VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, $2)
     ON CONFLICT (host_id, day) DO UPDATE SET count = today.count + excluded.count`,
    [hostId, count],
  );
  const hostIds = await lockSharedLimits(tx, hostId);
  const { total, retryAfterSeconds } = await countToday(tx, hostIds);
  if (total <= Math.min(perDay, FIRST_DAY_MAILS)) return;
  const allowed = await readAllowed(tx, { hostIds, perDay });
  if (total <= allowed) return;
  const left = Math.max(0, allowed - (total - count));
  const shared = hostIds.length > 1 ? ', together with the other new hosts of its owner' : '';
  const grows =
    allowed < perDay
      ? ` New hosts can send fewer: you reach ${perDay} after ${NEW_FOR_DAYS} days, or sooner with paid orders.`
      : '';
  throw new Refusal(
    'rate_limited',
    `This host can send ${allowed} e-mails a day, not counting buyers’ own orders${shared}. ${left} are left today: send fewer, or continue tomorrow.${grows}`,
    { retryAfterSeconds: Math.max(1, retryAfterSeconds) },
  );
}

async function countToday(tx: Transaction, hostIds: string[]): Promise<Counted> {
  const { rows } = await tx.query<Counted>(
    `SELECT coalesce(sum(count), 0)::int AS total,
            ceil(extract(epoch FROM (today.day + 1)::timestamp AT TIME ZONE 'UTC' - clock_timestamp()))::integer AS "retryAfterSeconds"
       FROM (SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS day) AS today
       LEFT JOIN host_mails AS m ON m.day = today.day AND m.host_id = ANY ($1) GROUP BY today.day`,
    [hostIds],
  );
  const [today] = rows;
  if (!today) throw new Error('a day has no count');
  return today;
}

/** How many e-mails a host may send a day: few at first, and all of `perDay` once it has some age, or has sold something for money. */
async function readAllowed(
  tx: Transaction,
  { hostIds, perDay }: { hostIds: string[]; perDay: number },
): Promise<number> {
  const { rows } = await tx.query<{ share: number }>(
    `SELECT max(greatest(
              extract(epoch FROM now() - h.confirmed_at) / ${NEW_FOR_DAYS * 86_400},
              (SELECT count(*) FILTER (WHERE newest.is_paid) FROM (
                 -- Sales at the counter are the host's own word.
                 SELECT o.source IN ('api', 'embed') AND o.gateway IS NOT NULL AND o.total_minor > 0 AS is_paid FROM orders AS o
                  WHERE uuid_send(o.host_id) = uuid_send(h.id) AND o.status = 'confirmed'
                  ORDER BY o.created_at DESC, o.id DESC LIMIT ${MAX_ORDERS_LOOKED_AT}) AS newest)::numeric / ${FULL_AFTER_PAID_ORDERS},
              0))::float8 AS share
       FROM hosts AS h WHERE h.id = ANY ($1)`,
    [hostIds],
  );
  const share = Math.min(1, rows[0]?.share ?? 0);
  return Math.min(perDay, Math.max(FIRST_DAY_MAILS, Math.floor(perDay * share)));
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
