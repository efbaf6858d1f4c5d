import type { Queryable } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { missingLevel } from './missing-level.ts';
import { pricesTaken } from '../payments/prices-taken.ts';
import { waysToPay } from '../payments/currencies-taken.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

/** The steps before an event is public, in the order in which a host would take them. */
export type PublishStep =
  | 'date'
  | 'place'
  | 'join'
  | 'ticket_type'
  | 'seats'
  | 'payment_account'
  | 'prices'
  | 'host_confirmed'
  | 'contact'
  | 'description'
  | 'poster';

/**
 * `isNeeded`: without it the event is not published. The others only make it sell better. `isSandbox`: buyers pay with play money only, in
 * development.
 */
export type PublishItem = { step: PublishStep; isNeeded: boolean; isDone: boolean; isSandbox?: true };

export type PaymentDeps = { secretKeys: SecretKeys; hasSandbox: boolean };

type Facts = {
  country: Country;
  kind: 'general' | 'seat_map';
  isAhead: boolean;
  state: string;
  lga: string;
  isOnline: boolean;
  saysHowToJoin: boolean;
  hasTypes: boolean;
  costsMoney: boolean;
  hasSeats: boolean;
  isHostConfirmed: boolean;
  hasContact: boolean;
  hasDescription: boolean;
  hasPoster: boolean;
};

/** Reads which of these an event has, by the database's clock. One list for the page and for the refusal. */
export async function readPublishChecklist(
  database: Queryable,
  deps: PaymentDeps,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<PublishItem[]> {
  const { rows } = await database.query<Facts>(
    `SELECT event.country, event.kind, event.starts_at > now() AS "isAhead", event.state, event.lga,
            event.is_online AS "isOnline", event.directions IS NOT NULL AS "saysHowToJoin",
            EXISTS (SELECT 1 FROM ticket_types AS type WHERE type.event_id = event.id AND ${TO_BE_SOLD_SQL}) AS "hasTypes",
            EXISTS (SELECT 1 FROM ticket_types AS type WHERE type.event_id = event.id AND ${TO_BE_SOLD_SQL} AND type.price_minor > 0)
              AS "costsMoney",
            EXISTS (SELECT 1 FROM seats WHERE event_id = event.id) AS "hasSeats",
            (SELECT confirmed_at IS NOT NULL FROM hosts WHERE id = event.host_id) AS "isHostConfirmed",
            (SELECT contact_email IS NOT NULL FROM hosts WHERE id = event.host_id) AS "hasContact",
            event.description <> '' AS "hasDescription", event.poster_file IS NOT NULL AS "hasPoster"
       FROM events AS event WHERE event.id = $1 AND event.host_id = $2`,
    [eventId, hostId],
  );
  const [facts] = rows;
  if (!facts) return [];
  const { currency } = COUNTRIES[facts.country];
  const needed = (step: PublishStep, isDone: boolean): PublishItem => ({ step, isNeeded: true, isDone });
  const wished = (step: PublishStep, isDone: boolean): PublishItem => ({ step, isNeeded: false, isDone });
  return [
    needed('date', facts.isAhead),
    needed('place', facts.isOnline || missingLevel(facts.country, facts) === null),
    ...(facts.isOnline ? [wished('join', facts.saysHowToJoin)] : []),
    needed('ticket_type', facts.hasTypes),
    ...(facts.kind === 'seat_map' ? [needed('seats', facts.hasSeats)] : []),
    ...(facts.costsMoney
      ? [
          paymentItem(await waysToPay(database, deps, { hostId, currency })),
          needed('prices', await pricesTaken(database, { hostId, eventId, currency })),
        ]
      : []),
    needed('host_confirmed', facts.isHostConfirmed),
    wished('contact', facts.hasContact),
    wished('description', facts.hasDescription),
    wished('poster', facts.hasPoster),
  ];
}

const paymentItem = (ways: 'own account' | 'sandbox' | 'none'): PublishItem => ({
  step: 'payment_account',
  isNeeded: true,
  isDone: ways !== 'none',
  ...(ways === 'sandbox' && { isSandbox: true }),
});

/** A ticket type `type` that is on sale once its event is, or will be. What a Seat Map event sells is its seats. */
const TO_BE_SOLD_SQL = `(type.capacity > 0 AND coalesce((SELECT capacity > 0 FROM pools WHERE id = type.pool_id), true)
       OR event.kind = 'seat_map')
  AND coalesce(type.sale_ends_at > now(), true) AND coalesce(type.sale_starts_at < event.closes_at, true)`;
