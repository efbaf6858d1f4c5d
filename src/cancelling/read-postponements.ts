import type { Queryable } from '../db/database.ts';

export type Postponement = {
  id: string;
  createdAt: Date;
  /** As people know them; null: the operator, or somebody who was forgotten. */
  by: string | null;
  oldStartsAt: Date;
  newStartsAt: Date;
  message: string;
  refundUntil: Date | null;
  toldOrders: number;
  finishedAt: Date | null;
};

// Nobody moves an event more often; the newest are shown.
const MAX_SHOWN = 20;

/** How an event was moved from day to day, the newest first. */
export async function listPostponements(tx: Queryable, eventId: string): Promise<Postponement[]> {
  const { rows } = await tx.query<Postponement>(
    `SELECT m.id, m.created_at AS "createdAt", m.old_starts_at AS "oldStartsAt", m.new_starts_at AS "newStartsAt", m.message,
            m.refund_until AS "refundUntil", m.told_orders AS "toldOrders", m.finished_at AS "finishedAt",
            (SELECT coalesce(nullif(p.name, ''), p.email) FROM people AS p WHERE p.id = m.person_id) AS by
       FROM event_postponements AS m WHERE m.event_id = $1 ORDER BY m.created_at DESC, m.id DESC LIMIT ${MAX_SHOWN}`,
    [eventId],
  );
  return rows;
}

export type RefundOffer = { postponementId: string; refundUntil: Date };

/**
 * Finds the host's offer to people who bought before the event moved, while the offer holds by the database's clock. An offer outlives
 * the next move: a promise stays a promise, so the longest offer counts. A cancelled event is refunded anyway.
 */
export async function findRefundOffer(
  tx: Queryable,
  { eventId, boughtAt }: { eventId: string; boughtAt: Date },
): Promise<RefundOffer | null> {
  const { rows } = await tx.query<RefundOffer>(
    `SELECT m.id AS "postponementId", m.refund_until AS "refundUntil" FROM event_postponements AS m
      WHERE m.event_id = $1 AND m.created_at >= $2 AND m.refund_until > clock_timestamp()
        AND EXISTS (SELECT FROM events AS e WHERE e.id = m.event_id AND e.status <> 'CANCELLED')
      ORDER BY m.refund_until DESC, m.id DESC LIMIT 1`,
    [eventId, boughtAt],
  );
  return rows[0] ?? null;
}

/** The move that an event's day comes from, for whoever bought before it; null where it is on the day that they bought it for. */
export async function findMove(
  tx: Queryable,
  { eventId, boughtAt }: { eventId: string; boughtAt: Date },
): Promise<{ from: Date; message: string } | null> {
  const { rows } = await tx.query<{ from: Date; message: string }>(
    `SELECT m.old_starts_at AS "from",
            (SELECT latest.message FROM event_postponements AS latest WHERE latest.event_id = $1
              ORDER BY latest.created_at DESC, latest.id DESC LIMIT 1) AS message
       FROM event_postponements AS m JOIN events AS e ON e.id = m.event_id
      WHERE m.event_id = $1 AND m.created_at >= $2 AND m.old_starts_at <> e.starts_at
      ORDER BY m.created_at, m.id LIMIT 1`,
    [eventId, boughtAt],
  );
  return rows[0] ?? null;
}
