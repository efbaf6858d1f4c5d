import type { Queryable } from '../db/database.ts';
import type { Country } from '../money/countries.ts';

/** In which country each of these is sold, of events, ticket types and promo codes: its money is that country's. Others are left out. */
export async function findSubjectCountries(
  database: Queryable,
  hostId: string,
  ids: string[],
): Promise<Map<string, Country>> {
  const { rows } = await database.query<{ id: string; country: Country }>(
    `SELECT asked.id, e.country
       FROM unnest($2::uuid[]) AS asked (id)
       JOIN events AS e ON e.host_id = $1 AND e.id = coalesce(
              (SELECT event_id FROM ticket_types WHERE id = asked.id),
              (SELECT event_id FROM promo_codes WHERE id = asked.id),
              (SELECT o.event_id FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE t.id = asked.id),
              asked.id)`,
    [hostId, ids],
  );
  return new Map(rows.map(({ id, country }) => [id, country]));
}
