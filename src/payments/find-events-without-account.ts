import type { Queryable } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { TICKET_STATUS_SQL } from '../inventory/ticket-status.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { currenciesTaken } from './currencies-taken.ts';

export type EventWithoutAccount = { eventId: string; slug: string; name: string; currency: string };

// A list for a person: with one account more, all events of a currency are off it.
const MAX_FOUND = 20;

/**
 * Events with tickets that are on sale, or will be, and cost money that nobody can take: no account of the host takes the
 * currency, or only a test account does, which production does not use. Where there is a sandbox, it takes them all.
 * `eventIds`: those that the member may see; null: all.
 */
export async function findEventsWithoutAccount(
  database: Queryable,
  deps: { secretKeys: SecretKeys; hasSandbox: boolean },
  { hostId, eventIds }: { hostId: string; eventIds: string[] | null },
): Promise<EventWithoutAccount[]> {
  if (deps.hasSandbox) return [];
  const taken = await currenciesTaken(database, deps.secretKeys, hostId);
  const countries = (Object.keys(COUNTRIES) as Country[]).filter(
    (country) => !taken.has(COUNTRIES[country].currency),
  );
  const { rows } = await database.query<Omit<EventWithoutAccount, 'currency'> & { country: Country }>(
    `SELECT event.id AS "eventId", event.slug, event.name, event.country FROM events AS event
      WHERE event.host_id = $1 AND event.status <> 'DRAFT' AND ($3::uuid[] IS NULL OR event.id = ANY ($3)) AND event.country = ANY ($2)
        AND EXISTS (SELECT 1 FROM ticket_types AS ticket_type
                     WHERE ticket_type.event_id = event.id AND ticket_type.price_minor > 0
                       AND ${TICKET_STATUS_SQL} IN ('AVAILABLE', 'COMING_SOON'))
      ORDER BY event.starts_at, event.id
      LIMIT ${MAX_FOUND}`,
    [hostId, countries, eventIds],
  );
  return rows.map(({ country, ...event }) => ({ ...event, currency: COUNTRIES[country].currency }));
}
