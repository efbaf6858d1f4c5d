import type { Queryable } from '../db/database.ts';

export type GuestCounts = {
  /** Tickets that are good, or were when their guest came in. */
  guests: number;
  cameIn: number;
  void: number;
};

/** How many guests an event has. What was sold is counted by the sale itself: so only who came in and what is void is counted here. */
export async function countGuests(
  tx: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<GuestCounts> {
  const { rows } = await tx.query<GuestCounts>(
    `SELECT (sold.tickets - kept.tickets)::integer AS guests, came.tickets::integer AS "cameIn",
            (kept.tickets + given_back.tickets)::integer AS void
       FROM (SELECT id FROM events WHERE id = $1 AND host_id = $2) AS own
      CROSS JOIN LATERAL (SELECT coalesce(sum(sold + listed), 0) AS tickets FROM ticket_types WHERE event_id = own.id) AS sold
      CROSS JOIN LATERAL (SELECT count(*) AS tickets FROM tickets
                           WHERE event_id = own.id AND used_at IS NOT NULL AND voided_at IS NULL) AS came
      CROSS JOIN LATERAL (SELECT count(*) AS tickets FROM tickets
                           WHERE event_id = own.id AND voided_at IS NOT NULL AND NOT is_returned) AS kept
      CROSS JOIN LATERAL (SELECT count(*) AS tickets FROM tickets
                           WHERE event_id = own.id AND voided_at IS NOT NULL AND is_returned) AS given_back`,
    [eventId, hostId],
  );
  return rows[0] ?? { guests: 0, cameIn: 0, void: 0 };
}
