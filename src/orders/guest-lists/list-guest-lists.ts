import type { Queryable } from '../../db/database.ts';

export type ListedGuestList = {
  guestListId: string;
  createdAt: Date;
  /** The sender's present name. */
  by: string;
  guests: number;
  tickets: number;
  state: 'waiting' | 'taken' | 'refused';
  reason: string | null;
};

const MAX_LISTS = 10;

/** The last lists of guests that were sent in for an event. */
export async function listGuestLists(
  tx: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<ListedGuestList[]> {
  const { rows } = await tx.query<ListedGuestList>(
    `SELECT l.id AS "guestListId", l.created_at AS "createdAt", coalesce(nullif(p.name, ''), p.email, '') AS by, l.guests, l.tickets,
            l.state, l.reason
       FROM guest_lists AS l
       LEFT JOIN LATERAL (SELECT name, email FROM people WHERE id = l.person_id LIMIT 1) AS p ON true
      WHERE l.event_id = $1 AND l.host_id = $2 ORDER BY l.id DESC LIMIT ${MAX_LISTS}`,
    [eventId, hostId],
  );
  return rows;
}
