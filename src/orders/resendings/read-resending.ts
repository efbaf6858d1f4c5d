import type { Queryable } from '../../db/database.ts';
import {
  RESENDINGS,
  resendingOccasion,
  type MailingStoppedFor,
} from '../../tickets/mails/mailings/mailing.ts';

export type Resending = {
  resendingId: string;
  createdAt: Date;
  state: 'sending' | 'stopped' | 'sent';
  stoppedFor: MailingStoppedFor | null;
  stoppedBy: string | null;
  orders: number;
  /** E-mails: those that go out, went out, and will never go out. */
  people: number;
  sent: number;
  refused: number;
};

/** The visible resendings: a member with chosen events sees their own. */
export type ResendingsOf = { hostId: string; personId: string; eventIds: readonly string[] | null };

// It is of no use later: who was not reached is on the page of each order.
const SHOWN_HOURS = 24;

/** The host's newest, while it is of interest. */
export async function readResending(
  tx: Queryable,
  { hostId, personId, eventIds }: ResendingsOf,
): Promise<Resending | null> {
  const { rows } = await tx.query<Resending>(
    `SELECT s.id AS "resendingId", s.created_at AS "createdAt",
            CASE WHEN s.finished_at IS NOT NULL THEN 'sent' WHEN s.stopped_at IS NOT NULL THEN 'stopped' ELSE 'sending' END AS state,
            s.stopped_for AS "stoppedFor",
            (SELECT coalesce(nullif(p.name, ''), p.email) FROM people AS p WHERE p.id = s.stopped_by) AS "stoppedBy",
            s.orders, s.recipients AS people,
            coalesce(s.sent, counted.sent, 0)::integer AS sent, coalesce(s.refused, counted.refused, 0)::integer AS refused
       FROM (SELECT * FROM resendings
              WHERE host_id = $1 AND ($2 OR person_id = $3) AND created_at > clock_timestamp() - interval '${SHOWN_HOURS} hours'
              ORDER BY created_at DESC LIMIT 1) AS s
       LEFT JOIN LATERAL (
            SELECT count(sent_at) AS sent, count(refused_at) AS refused FROM mails
             WHERE ${RESENDINGS.mailsSql.replaceAll('$1', 's.id')}) AS counted ON s.finished_at IS NULL`,
    [hostId, eventIds === null, personId],
  );
  return rows[0] ?? null;
}

/** Some of those who were not reached, by order. */
export async function listUnreached(
  tx: Queryable,
  { resendingId, limit }: { resendingId: string; limit: number },
): Promise<{ reference: string; recipient: string }[]> {
  const { rows } = await tx.query<{ reference: string; recipient: string }>(
    `SELECT o.reference, m.recipient FROM mails AS m
      CROSS JOIN LATERAL (SELECT reference FROM orders WHERE id = m.order_id LIMIT 1) AS o
      WHERE m.kind = 'tickets' AND m.occasion <> '' AND m.occasion = $1 AND m.refused_at IS NOT NULL ORDER BY m.id LIMIT $2`,
    [resendingOccasion(resendingId), limit],
  );
  return rows;
}
