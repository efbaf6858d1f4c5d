import type { Queryable } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { invalidField, Refusal } from '../refusal.ts';

/** Why a host's country stays as it is; null: it may change. */
export type CountryFixedBy = 'events' | 'fees' | null;

/**
 * The country decides the currency that prices are in. With the first event it is fixed: its prices, quotes and orders are sums
 * in that currency. So are fees that are an amount, which only the operator can write anew.
 */
export async function countryFixedBy(database: Queryable, hostId: string): Promise<CountryFixedBy> {
  const { rows } = await database.query<{ hasEvents: boolean; hasAmounts: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM events WHERE host_id = h.id) AS "hasEvents",
            h.fee_flat_minor > 0 OR h.fee_cap_minor IS NOT NULL AS "hasAmounts"
       FROM hosts AS h WHERE h.id = $1`,
    [hostId],
  );
  if (rows[0]?.hasEvents) return 'events';
  return rows[0]?.hasAmounts ? 'fees' : null;
}

export async function requireFreeCountry(database: Queryable, hostId: string): Promise<void> {
  const fixedBy = await countryFixedBy(database, hostId);
  if (fixedBy === null) return;
  throw new Refusal(
    'validation_failed',
    fixedBy === 'events'
      ? 'The country can no longer change: it decides the currency, and events already have prices in it.'
      : 'You can’t change the country: the operator of this service has set fees in its currency.',
    { field: 'country' },
  );
}

/** A country that came as text. */
export function readCountry(name: string): Country {
  if (!Object.hasOwn(COUNTRIES, name)) throw invalidField('country', 'must be one from the list.');
  return name as Country;
}
