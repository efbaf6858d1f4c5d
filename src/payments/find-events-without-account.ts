import type { Queryable } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { TICKET_STATUS_SQL } from '../inventory/ticket-status.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { listPaymentAccounts } from './list-payment-accounts.ts';

export type EventWithoutAccount = { eventId: string; slug: string; name: string; currency: string };

// A list for a person: with one account more, all events of a currency are off it.
const MAX_FOUND = 20;

/**
 * Events with tickets that are on sale, or will be, and cost money that nobody can take: no account of the host takes the
 * currency, or, in production, only a test account does. Where there is a sandbox, it takes them all.
 */
export async function findEventsWithoutAccount(
  database: Queryable,
  parts: { secretKeys: SecretKeys; hasSandbox: boolean },
  { hostId }: { hostId: string },
): Promise<EventWithoutAccount[]> {
  if (parts.hasSandbox) return [];
  const accounts = await listPaymentAccounts(database, parts.secretKeys, hostId);
  const taken = new Set(
    accounts.flatMap(({ disabledAt, opened, currency }) =>
      disabledAt === null && opened?.isTest === false ? [currency] : [],
    ),
  );
  const countries = (Object.keys(COUNTRIES) as Country[]).filter(
    (country) => !taken.has(COUNTRIES[country].currency),
  );
  const { rows } = await database.query<Omit<EventWithoutAccount, 'currency'> & { country: Country }>(
    `SELECT event.id AS "eventId", event.slug, event.name, event.country FROM events AS event
      WHERE event.host_id = $1 AND event.country = ANY ($2)
        AND EXISTS (SELECT 1 FROM ticket_types AS ticket_type
                     WHERE ticket_type.event_id = event.id AND ticket_type.price_minor > 0
                       AND ${TICKET_STATUS_SQL} IN ('AVAILABLE', 'COMING_SOON'))
      ORDER BY event.starts_at, event.id
      LIMIT ${MAX_FOUND}`,
    [hostId, countries],
  );
  return rows.map(({ country, ...event }) => ({ ...event, currency: COUNTRIES[country].currency }));
}
