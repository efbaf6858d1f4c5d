import { createCachedLookUps } from '../cache/cached-look-ups.ts';
import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import { isSlug, noSuchEvent } from '../events/slug.ts';
import type { SharedCounts } from '../http/shared-counts.ts';
import type { FeeRule } from '../inventory/fees.ts';
import type { ChosenSeat } from '../inventory/seats/seat-rules.ts';
import type { Country } from '../money/countries.ts';
import { createOfferedCodes } from './offered-codes.ts';
import { createQuotes } from './quote-cart.ts';

/** All that is needed to price a cart of an event. How many tickets are left is not in it: only the hold engine knows. */
export type Offer = {
  eventId: string;
  eventName: string;
  kind: 'general' | 'seat_map';
  country: Country;
  /** The sites that buyers may be sent back to; null: any. */
  callbackOrigins: string[] | null;
  feeRule: FeeRule;
  ticketTypes: ReadonlyMap<string, OfferedType>;
  /** Codes themselves are looked up one by one: an event may have ten thousand. */
  hasPromoCodes: boolean;
  /** People may wait for what is sold out. */
  hasWaitingList: boolean;
};

export type OfferedType = {
  name: string;
  kind: 'GENERAL' | 'SEATED';
  priceMinor: number;
  maximumPerOrder: number;
  /** The other ticket types of its pool; left out where it has none. */
  poolMates?: readonly string[];
};

type OfferRow = {
  id: string;
  name: string;
  kind: Offer['kind'];
  country: Country;
  callback_origins: string[] | null;
  fee_basis_points: number;
  fee_flat_minor: number;
  fee_cap_minor: number | null;
  fees_absorbed: boolean;
  ticket_types: {
    id: string;
    name: string;
    kind: OfferedType['kind'];
    price_minor: number;
    maximum_per_order: number;
    pool_id: string | null;
  }[];
  has_promo_codes: boolean;
  has_waiting_list: boolean;
};

// The engine compares every price with the database's own, so a stale offer costs a second try and nothing else.
const FRESH_FOR_MS = 60_000;
const MAX_OFFERS = 10_000;

/** Offers by host and slug, and promo codes by event, cached and dropped when the host's catalog changes. */
export function createOffers(options: {
  database: Database;
  changes: Changes;
  /** By which wrong promo codes are counted; null: they are not. */
  counts: SharedCounts | null;
}) {
  const cached = createCachedLookUps<Offer>({ max: MAX_OFFERS, freshForMs: FRESH_FOR_MS });
  const promoCodes = createOfferedCodes(options);
  const quote = createQuotes();
  options.changes.listen('catalog_changed', {
    onChange(hostId) {
      if (hostId) {
        cached.forgetWhere((key) => key.startsWith(`${hostId} `));
        promoCodes.forgetOf(hostId);
      } else {
        cached.forgetAll();
        promoCodes.forgetAll();
      }
    },
    onGap() {
      cached.forgetAll();
      promoCodes.forgetAll();
    },
  });

  return {
    find(hostId: string, slug: string): Promise<Offer> {
      if (!isSlug(slug)) throw noSuchEvent(slug);
      return cached.find(`${hostId} ${slug}`, () => readOffer(options.database, hostId, slug));
    },
    forget: (hostId: string, slug: string): void => cached.forget(`${hostId} ${slug}`),
    findPromoCode: promoCodes.find,
    quote,
    /** The ticket type of each seat, and what it is sold with. What is no seat of the event is not in it. */
    async findSeats(eventId: string, seatIds: string[]): Promise<Map<string, ChosenSeat & { sku: string }>> {
      const { rows } = await options.database.query<ChosenSeat & { id: string; sku: string }>(
        // Chairs of a table stand in one row of it. One that is sold or blocked keeps nobody from the others.
        `SELECT s.id, s.ticket_type_id AS sku, s.section || ' · ' || s.row_label || ' · ' || s.seat_label AS name,
                s.plan_seat_id AS "planSeatId", s.companion_of AS "companionOf", s.table_id AS "tableId",
                CASE WHEN s.table_id IS NOT NULL THEN (
                  SELECT count(*)::integer FROM seats AS chair
                   WHERE chair.event_id = $1 AND chair.section = s.section AND chair.row_label = s.row_label
                     AND chair.table_id = s.table_id AND NOT chair.is_sold AND chair.blocked_reason IS NULL) END AS "tableSeats"
           FROM seats AS s WHERE s.event_id = $1 AND s.id = ANY($2::uuid[])`,
        [eventId, seatIds],
      );
      return new Map(rows.map(({ id, ...seat }) => [id, seat]));
    },
    /** Finds the seats that are sold, or held by another cart, at this instant. */
    async takenSeats(cart: { eventId: string; token: string | null; seatIds: string[] }): Promise<string[]> {
      const { rows } = await options.database.query<{ id: string }>(
        `SELECT seat.id FROM seats AS seat CROSS JOIN LATERAL (SELECT seat_owner(seat, now()) AS owner) AS now
          WHERE seat.event_id = $1 AND seat.id = ANY($3::uuid[]) AND now.owner IS NOT NULL
            AND now.owner IS DISTINCT FROM (SELECT id FROM reservations WHERE event_id = $1 AND token = $2)
          ORDER BY seat.id`,
        [cart.eventId, cart.token, cart.seatIds],
      );
      return rows.map(({ id }) => id);
    },
  };
}

export type Offers = ReturnType<typeof createOffers>;

async function readOffer(database: Database, hostId: string, slug: string): Promise<Offer> {
  const { rows } = await database.query<OfferRow>(
    `SELECT event.id, event.name, event.kind, event.country, host.callback_origins,
            host.fee_basis_points, host.fee_flat_minor, host.fee_cap_minor, host.fees_absorbed,
            ARRAY(SELECT to_jsonb(t) FROM (
              SELECT id, name, kind, price_minor, maximum_per_order, pool_id FROM ticket_types WHERE event_id = event.id) AS t) AS ticket_types,
            EXISTS (SELECT 1 FROM promo_codes WHERE event_id = event.id) AS has_promo_codes,
            EXISTS (SELECT 1 FROM waiting_lists WHERE event_id = event.id AND stopped_at IS NULL) AS has_waiting_list
       FROM events AS event JOIN hosts AS host ON host.id = event.host_id
      WHERE event.slug = $2 AND event.host_id = $1 AND event.status <> 'DRAFT'
        AND host.suspended_at IS NULL`,
    [hostId, slug],
  );
  const [row] = rows;
  if (!row) throw noSuchEvent(slug);
  return {
    eventId: row.id,
    eventName: row.name,
    kind: row.kind,
    country: row.country,
    callbackOrigins: row.callback_origins,
    feeRule: {
      basisPoints: row.fee_basis_points,
      flatMinor: row.fee_flat_minor,
      capMinor: row.fee_cap_minor,
      isAbsorbed: row.fees_absorbed,
    },
    ticketTypes: new Map(row.ticket_types.map((type) => [type.id, toOffered(type, row.ticket_types)])),
    hasPromoCodes: row.has_promo_codes,
    hasWaitingList: row.has_waiting_list,
  };
}

type TypeRow = OfferRow['ticket_types'][number];

function toOffered(type: TypeRow, all: TypeRow[]): OfferedType {
  const { name, kind, price_minor: priceMinor, maximum_per_order: maximumPerOrder, pool_id: poolId } = type;
  const offered = { name, kind, priceMinor, maximumPerOrder };
  if (poolId === null) return offered;
  const mates = all.filter((other) => other.pool_id === poolId && other !== type);
  return { ...offered, poolMates: mates.map(({ id }) => id) };
}
