import type { Queryable } from '../db/database.ts';

// Of more events than that a code of one name is looked for in the newest.
const MAX_CODES = 90;

/** The promo codes of that name, in capitals or not: of all the host's events, or of these. */
export async function findPromoCodes(
  tx: Queryable,
  { hostId, eventIds, code }: { hostId: string; eventIds: readonly string[] | null; code: string },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT p.id FROM events AS e
      CROSS JOIN LATERAL (SELECT id FROM promo_codes WHERE event_id = e.id AND lower(code) = $3 LIMIT 1) AS p
      WHERE e.host_id = $1 AND ($2::uuid[] IS NULL OR e.id = ANY ($2)) ORDER BY e.starts_at DESC, e.id LIMIT ${MAX_CODES}`,
    [hostId, eventIds, code.toLowerCase()],
  );
  return rows.map(({ id }) => id);
}
