import type { Queryable } from '../db/database.ts';
import { OWN_LEFT_SQL, TICKET_STATUS_SQL, TICKETS_LEFT_SQL } from '../inventory/ticket-status.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';

/** How a host would call the state of its event. */
export type EventState =
  | 'draft'
  | 'coming_soon'
  | 'on_sale'
  | 'sold_out'
  | 'sale_ended'
  | 'no_tickets'
  | 'ended'
  | 'cancelled';

/**
 * `held` is what carts and unpaid orders have at this instant: what has lapsed is `left`. Of a ticket type in a pool less can be left than
 * its own capacity leaves.
 */
export type Stock = { capacity: number; sold: number; held: number; left: number };

/** The buyers' payments for confirmed orders, the fees in them, and refunds made or under way. */
export type Sales = { salesMinor: number; feesMinor: number; refundedMinor: number };

export type TypeStatus = 'SALE_ENDED' | 'COMING_SOON' | 'SOLD_OUT' | 'AVAILABLE';

export type TypeFigures = Stock & {
  ticketTypeId: string;
  name: string;
  priceMinor: number;
  status: TypeStatus;
  /** The stock that it shares with others. */
  pool: { poolId: string; capacity: number } | null;
  /** Null: sold before sums were kept, and not counted yet (count-sales.ts). */
  sales: Sales | null;
};

export type EventFigures = {
  eventId: string;
  slug: string;
  name: string;
  state: EventState;
  kind: 'general' | 'seat_map';
  isUnlisted: boolean;
  startsAt: Date;
  closesAt: Date;
  timezone: string;
  country: Country;
  currency: string;
  place: string;
  types: TypeFigures[];
};

/** A choice of a host's events. A cancelled one is past, whatever its date. */
export type ShownEvents = 'upcoming' | 'drafts' | 'past';
export const SHOWN_EVENTS = ['upcoming', 'drafts', 'past'] as const satisfies ShownEvents[];

/** The condition on the row `event`. Not in the words of the index of closing events, which the planner would take for the way in. */
export const SHOWN_SQL: Record<ShownEvents, string> = {
  upcoming: `CASE event.status WHEN 'LIVE' THEN event.closes_at > now() ELSE false END`,
  drafts: `event.status = 'DRAFT'`,
  past: `CASE event.status WHEN 'DRAFT' THEN false WHEN 'LIVE' THEN event.closes_at <= now() ELSE true END`,
};

/** The ticket types of the row `event`, if any. OFFSET 0: event by event, or the planner may go through those of every host. */
export const TYPES_OF_EVENT_SQL = `LEFT JOIN LATERAL (
  SELECT * FROM ticket_types WHERE event_id = event.id OFFSET 0) AS ticket_type ON true`;

/**
 * The figures of the events that a query finds, in its order: one statement, whatever their number. Sums of money are in the rows of
 * the ticket types: docs/decisions/dashboard-figures.md.
 */
export async function readFigures(
  tx: Queryable,
  events: { sql: string; values: unknown[] },
): Promise<EventFigures[]> {
  const { rows } = await tx.query<FiguresRow>(
    `SELECT event.nr, event.id AS event_id, event.slug, event.name AS event_name, event.status AS event_status, event.kind, event.is_unlisted,
            event.is_coming_soon, event.starts_at, event.closes_at, event.closes_at <= now() AS is_over, event.timezone, event.country,
            CASE WHEN event.is_online THEN 'Online'
                 ELSE concat_ws(', ', event.venue, event.street, nullif(event.lga, ''), nullif(event.state, '')) END AS place,
            ticket_type.id, ticket_type.name, ticket_type.price_minor, ticket_type.capacity, ticket_type.sold,
            ${OWN_LEFT_SQL} AS own_left, (${TICKETS_LEFT_SQL}) AS tickets_left, ${TICKET_STATUS_SQL} AS status,
            ticket_type.pool_id, (SELECT pool.capacity FROM pools AS pool WHERE pool.id = ticket_type.pool_id) AS pool_capacity,
            ticket_type.sales_minor, ticket_type.fees_minor, ticket_type.refunded_minor
       FROM (${events.sql}) AS event
       ${TYPES_OF_EVENT_SQL}
      ORDER BY event.nr, ticket_type.position, ticket_type.id`,
    events.values,
  );
  const byEvent = new Map<string, FiguresRow[]>();
  for (const row of rows) {
    const ofEvent = byEvent.get(row.event_id);
    if (ofEvent) ofEvent.push(row);
    else byEvent.set(row.event_id, [row]);
  }
  return [...byEvent.values()].flatMap((ofEvent) => (ofEvent[0] ? toEvent(ofEvent[0], ofEvent) : []));
}

type FiguresRow = {
  event_id: string;
  slug: string;
  event_name: string;
  event_status: 'DRAFT' | 'LIVE' | 'ENDED' | 'CANCELLED';
  kind: EventFigures['kind'];
  is_unlisted: boolean;
  is_coming_soon: boolean;
  starts_at: Date;
  closes_at: Date;
  is_over: boolean;
  timezone: string;
  country: Country;
  place: string;
  id: string | null;
  name: string;
  price_minor: number;
  capacity: number;
  sold: number;
  own_left: number;
  tickets_left: number;
  pool_id: string | null;
  pool_capacity: number | null;
  status: TypeStatus;
  sales_minor: number | null;
  fees_minor: number | null;
  refunded_minor: number | null;
};

function toEvent(row: FiguresRow, ofEvent: FiguresRow[]): EventFigures {
  // An event without ticket types still has its one row.
  const types = ofEvent.flatMap((one) => (one.id === null ? [] : toType({ ...one, id: one.id })));
  return {
    eventId: row.event_id,
    slug: row.slug,
    name: row.event_name,
    state: stateOf(row, types),
    kind: row.kind,
    isUnlisted: row.is_unlisted,
    startsAt: row.starts_at,
    closesAt: row.closes_at,
    timezone: row.timezone,
    country: row.country,
    currency: COUNTRIES[row.country].currency,
    place: row.place,
    types,
  };
}

function toType(row: FiguresRow & { id: string }): TypeFigures {
  const { sales_minor: salesMinor, fees_minor: feesMinor, refunded_minor: refundedMinor } = row;
  return {
    ticketTypeId: row.id,
    name: row.name,
    priceMinor: row.price_minor,
    status: row.status,
    capacity: row.capacity,
    sold: row.sold,
    held: row.capacity - row.sold - row.own_left,
    left: row.tickets_left,
    pool:
      row.pool_id === null || row.pool_capacity === null
        ? null
        : { poolId: row.pool_id, capacity: row.pool_capacity },
    sales:
      salesMinor === null || feesMinor === null || refundedMinor === null
        ? null
        : { salesMinor, feesMinor, refundedMinor },
  };
}

function stateOf(event: FiguresRow, types: TypeFigures[]): EventState {
  if (event.event_status === 'DRAFT') return 'draft';
  if (event.event_status === 'CANCELLED') return 'cancelled';
  if (event.event_status === 'ENDED' || event.is_over) return 'ended';
  if (event.is_coming_soon) return 'coming_soon';
  if (types.length === 0) return 'no_tickets';
  const isAny = (status: TypeStatus): boolean => types.some((type) => type.status === status);
  if (isAny('AVAILABLE')) return 'on_sale';
  if (isAny('COMING_SOON')) return 'coming_soon';
  return isAny('SOLD_OUT') ? 'sold_out' : 'sale_ended';
}

/** Added up; a pool once. Money that is not counted yet makes the whole sum unknown. */
export function addUp(types: TypeFigures[]): Stock & { sales: Sales | null } {
  const sum = { capacity: 0, sold: 0, held: 0, left: 0 };
  const stocks = Map.groupBy(types, ({ ticketTypeId, pool }) => pool?.poolId ?? ticketTypeId);
  for (const ofStock of stocks.values()) {
    const { capacity, sold, held } = addUpStock(ofStock);
    const size = Math.min(capacity, ofStock[0]?.pool?.capacity ?? capacity);
    sum.capacity += size;
    sum.sold += sold;
    sum.held += held;
    sum.left += size - sold - held;
  }
  let sales: Sales | null = { salesMinor: 0, feesMinor: 0, refundedMinor: 0 };
  for (const type of types) {
    sales = sales &&
      type.sales && {
        salesMinor: sales.salesMinor + type.sales.salesMinor,
        feesMinor: sales.feesMinor + type.sales.feesMinor,
        refundedMinor: sales.refundedMinor + type.sales.refundedMinor,
      };
  }
  return { ...sum, sales };
}

const addUpStock = (types: TypeFigures[]): Omit<Stock, 'left'> => ({
  capacity: types.reduce((sum, { capacity }) => sum + capacity, 0),
  sold: types.reduce((sum, { sold }) => sum + sold, 0),
  held: types.reduce((sum, { held }) => sum + held, 0),
});
