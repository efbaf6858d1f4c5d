import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

// One or two messages say everything; a fourth on one day is no longer read.
export const MESSAGES_A_DAY = { event: 3, host: 10 };

export type Allowance = {
  /** How many more may be sent now. */
  left: number;
  /** The nearer of the two limits. */
  limit: keyof typeof MESSAGES_A_DAY;
  /** When the next one may be sent; null: now. */
  againAt: Date | null;
};

/** Reads the allowance of the last 24 hours, by the database's clock. */
export async function readAllowance(
  tx: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<Allowance> {
  const { rows } = await tx.query<{ createdAt: Date; isOfEvent: boolean }>(
    `SELECT created_at AS "createdAt", event_id = $2 AS "isOfEvent" FROM messages
      WHERE host_id = $1 AND created_at > clock_timestamp() - interval '24 hours' ORDER BY created_at DESC`,
    [hostId, eventId],
  );
  const allowances = (['event', 'host'] as const).map((limit): Allowance => {
    const sent = rows.filter(({ isOfEvent }) => limit === 'host' || isOfEvent);
    const most = MESSAGES_A_DAY[limit];
    // The one that has to be a day old before there is room again.
    const last = sent[most - 1];
    return {
      limit,
      left: Math.max(0, most - sent.length),
      againAt: last ? new Date(last.createdAt.getTime() + 24 * 60 * 60_000) : null,
    };
  });
  const [ofEvent, ofHost] = allowances as [Allowance, Allowance];
  if (ofEvent.againAt && ofHost.againAt) return ofEvent.againAt > ofHost.againAt ? ofEvent : ofHost;
  return ofHost.left < ofEvent.left ? ofHost : ofEvent;
}

/** To be called behind a lock: whoever sends at the same moment is counted. */
export async function requireAllowance(
  tx: Queryable,
  about: { hostId: string; eventId: string; timezone: string },
): Promise<void> {
  const { limit, againAt } = await readAllowance(tx, about);
  if (againAt === null) return;
  const { rows } = await tx.query<{ seconds: number }>(
    'SELECT ceil(extract(epoch FROM $1::timestamptz - clock_timestamp()))::integer AS seconds',
    [againAt],
  );
  const when = new Intl.DateTimeFormat('en-GB', {
    timeZone: about.timezone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(againAt);
  const whose = limit === 'event' ? 'Ticket holders of an event can get' : 'A host can send';
  throw new Refusal(
    'rate_limited',
    `${whose} at most ${MESSAGES_A_DAY[limit]} messages in 24 hours. You can send the next one from ${when}.`,
    { retryAfterSeconds: Math.max(1, rows[0]?.seconds ?? 1) },
  );
}
