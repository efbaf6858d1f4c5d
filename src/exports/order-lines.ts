import type { Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import { findPromoCodes } from '../orders/find-promo-codes.ts';
import { orderConditions, startValues, type OrderFilters } from '../orders/order-filters.ts';
import { searchOrders } from '../orders/search-orders.ts';
import { taxLinesSql } from '../money/tax-lines.ts';
import type { TaxFigures } from '../reports/read-taxes.ts';
import type { TaxLine } from '../rules/taxes.ts';
import { decimalsOf, toMajorUnits } from '../values/major-units.ts';
import type { PricedItem } from '../reservations/price-cart.ts';
import { cursorKeysOf } from '../secrets/cursor-keys.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { ORDER_STATUSES } from '../rules/orders.ts';
import type { MoreColumns } from './answer-columns.ts';
import type { OrderListFilters } from './export-kinds.ts';
import type { taxColumns } from './tax-columns.ts';
import { walkEvents, type ExportScope } from './walk-events.ts';
import { walkPages } from './walk-pages.ts';
import { momentWriter } from './write-moment.ts';

export const ORDER_COLUMNS = [
  'reference',
  'event',
  'status',
  'source',
  'created at',
  'confirmed at',
  'first name',
  'last name',
  'e-mail',
  'phone',
  'language',
  'items',
  'tickets',
  'gross',
  'discount',
  'fees',
  'total',
  'refunded',
  'currency',
  'gateway',
  'gateway payment id',
  'promo code',
  'metadata',
  'paid by',
  'note',
  // Claimed back by the buyer's bank, and not decided; and what it has got.
  'disputed',
  'lost',
  // With what it was paid, where the gateway says so.
  'payment method',
];

// Some hundred kilobytes of text, and some hundredths of a second.
const ORDERS_AT_ONCE = 500;
const FOUND_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type ExportDeps = { database: Queryable; secretKeys: SecretKeys };

/**
 * A line per order, event by event and the oldest first; where something is searched for, as the search finds them. What is there is what
 * was ordered before the file was asked for, each order as it is when its page is read: nothing is left out or comes twice because
 * of orders that come in meanwhile.
 */
export async function* orderLines(
  deps: ExportDeps,
  scope: ExportScope,
  {
    filters,
    taxes,
    more,
  }: { filters: OrderListFilters; taxes: ReturnType<typeof taxColumns>; more: MoreColumns },
): AsyncGenerator<Cell[][], void, undefined> {
  const { database } = deps;
  const { hostId } = scope;
  const { eventId, promoCode: code } = filters;
  const isTheirs = eventId === null || (scope.eventIds?.includes(eventId) ?? true);
  const eventIds = eventId === null ? scope.eventIds : isTheirs ? [eventId] : [];
  const wanted: OrderFilters = {
    ...filters,
    hostId,
    eventIds,
    timezone: scope.timezone,
    promoCodeIds: code === null ? null : await findPromoCodes(database, { hostId, eventIds, code }),
  };
  const writeLine = lineWriter();
  const { search } = filters;
  const pages =
    search === null ? walkOrders(deps, scope, { filters, wanted }) : findOrders(deps, search, wanted);
  for await (const orders of pages) {
    const before = orders.filter(({ createdAt }) => createdAt <= scope.asOf);
    const cells = await more.cellsOf(before.map(({ reference }) => reference));
    yield before.map((order) => [
      ...writeLine(order),
      ...taxes.cells(taxFigures(order), decimalsOf(order.currency)),
      ...cells(order.reference),
    ]);
  }
}

/** As the list of orders searches. Few are found, so each page looks them up once more. */
async function* findOrders(
  { database, secretKeys }: ExportDeps,
  typed: string,
  wanted: OrderFilters,
): AsyncGenerator<OrderRow[], void, undefined> {
  const list = { ...wanted, typed, limit: FOUND_AT_ONCE, cursorKeys: cursorKeysOf(secretKeys) };
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof searchOrders>> = await searchOrders(database, secretKeys, {
      ...list,
      cursor,
    });
    const { rows } = await database.query<OrderRow>(
      `SELECT ${COLUMNS} FROM unnest($1::uuid[]) WITH ORDINALITY AS page (id, nr)
        CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = page.id LIMIT 1) AS o ${JOINS} ORDER BY page.nr`,
      [page.items.map(({ id }) => id)],
    );
    yield rows;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function* walkOrders(
  { database }: ExportDeps,
  scope: ExportScope,
  { filters, wanted }: { filters: OrderListFilters; wanted: OrderFilters },
): AsyncGenerator<OrderRow[], void, undefined> {
  for await (const { id: eventId, timezone } of walkEvents(database, scope, filters.eventId)) {
    const days = filters.clock === 'event' ? { ...wanted, timezone } : wanted;
    const pages = walkPages<Key & Partial<OrderRow>>(ORDERS_AT_ONCE, (last, limit) =>
      readPage(database, { asOf: scope.asOf, wanted: days, eventId, last, limit }),
    );
    for await (const orders of pages)
      yield orders.filter((order): order is Key & OrderRow => order.reference !== null);
  }
}

/** The end of a page, whether or not its last order passes the filters. */
type Key = { keyId: string; keyAt: Date };

type Page = { asOf: Date; wanted: OrderFilters; eventId: string; last: Key | null; limit: number };

/**
 * By the index on event and status, from which each status gives its next orders, so that a page is in the order of time whatever becomes of
 * them meanwhile. Filters are asked of the orders of a page, so that none takes longer than a page.
 */
async function readPage(
  database: Queryable,
  { asOf, wanted, eventId, last, limit }: Page,
): Promise<(Key & Partial<OrderRow>)[]> {
  const { values, add } = startValues();
  const [event, at, id] = [add(eventId), add(last?.keyAt ?? '-infinity'), add(last?.keyId ?? FIRST_ID)];
  const [statuses, until, size] = [
    add(wanted.status === null ? ORDER_STATUSES : [wanted.status]),
    add(asOf),
    add(limit),
  ];
  const conditions = orderConditions(wanted, add).join(' AND ');
  const { rows } = await database.query<Key & Partial<OrderRow>>(
    `SELECT page.id AS "keyId", page.created_at AS "keyAt", ${COLUMNS}
       FROM (SELECT next.id, next.created_at FROM unnest(${statuses}::text[]) AS s (status)
              CROSS JOIN LATERAL (
                   SELECT id, created_at FROM orders
                    WHERE event_id = ${event} AND status = s.status AND created_at <= ${until}
                      AND (created_at, id) > (${at}, ${id})
                    ORDER BY created_at, id LIMIT ${size}) AS next
              ORDER BY next.created_at, next.id LIMIT ${size}) AS page
       LEFT JOIN LATERAL (SELECT * FROM orders AS o WHERE o.id = page.id AND ${conditions} LIMIT 1) AS o ON true ${JOINS}
      ORDER BY page.created_at, page.id`,
    values,
  );
  return rows;
}

const COLUMNS = `o.reference, o.status, o.source, o.created_at AS "createdAt", o.confirmed_at AS "confirmedAt",
  o.first_name AS "firstName", o.last_name AS "lastName", o.email, o.phone, o.language, o.quote,
  o.total_minor AS "totalMinor", o.currency, o.gateway, o.metadata, o.paid_by AS "paidBy", o.note,
  claimed.open AS "disputedMinor", claimed.lost AS "lostMinor",
  p.gateway_payment_id AS "gatewayPaymentId", p.method, p.refunded_minor AS "refundedMinor", e.name AS "eventName", e.timezone,
  ${taxLinesSql('order_taxes', 'order_id = o.id')} AS taxes,
  ${taxLinesSql('refund_taxes', 'refund_id IN (SELECT id FROM refunds WHERE order_id = o.id)')} AS "taxesBack"`;
const JOINS = `
  LEFT JOIN LATERAL (SELECT gateway_payment_id, method, refunded_minor FROM payments
                      WHERE order_id = o.id AND use = 'order' LIMIT 1) AS p ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(amount_minor) FILTER (WHERE state = 'open'), 0)::bigint AS open,
                            coalesce(sum(amount_minor) FILTER (WHERE state = 'lost'), 0)::bigint AS lost
                       FROM payment_disputes WHERE order_id = o.id) AS claimed ON true
  LEFT JOIN LATERAL (SELECT name, timezone FROM events WHERE id = o.event_id LIMIT 1) AS e ON true`;

type OrderRow = {
  reference: string;
  eventName: string;
  timezone: string;
  status: string;
  source: string;
  createdAt: Date;
  confirmedAt: Date | null;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  language: string;
  quote: { items: PricedItem[]; totalFees: number; discount: number; promoCode: string | null };
  totalMinor: number;
  currency: string;
  gateway: string | null;
  gatewayPaymentId: string | null;
  method: string | null;
  refundedMinor: number | null;
  metadata: string;
  paidBy: string | null;
  note: string | null;
  disputedMinor: number;
  lostMinor: number;
  taxes: TaxLine[];
  /** Of all its refunds. */
  taxesBack: TaxLine[];
};

/** Of an order that was confirmed: in another no tax is due. */
function taxFigures({ confirmedAt, taxes, taxesBack }: OrderRow): TaxFigures[] {
  if (confirmedAt === null) return [];
  return taxes.map((line) => {
    const back = taxesBack.find(
      ({ name, kind, basisPoints }) =>
        name === line.name && kind === line.kind && basisPoints === line.basisPoints,
    );
    return { ...line, refundedMinor: back?.amountMinor ?? 0, refundedTaxMinor: back?.taxMinor ?? 0 };
  });
}

function lineWriter(): (order: OrderRow) => Cell[] {
  // As many as there are time zones.
  const clocks = new Map<string, (at: Date | null) => string>();
  return (order) => {
    const clock = clocks.get(order.timezone) ?? momentWriter(order.timezone);
    clocks.set(order.timezone, clock);
    return toLine(order, clock);
  };
}

function toLine(order: OrderRow, writeMoment: (at: Date | null) => string): Cell[] {
  const { quote, currency } = order;
  const decimals = decimalsOf(currency);
  const money = (minor: number): string => toMajorUnits(minor, decimals);
  const sum = (of: (item: PricedItem) => number): number =>
    quote.items.reduce((total, item) => total + of(item), 0);
  return [
    order.reference,
    order.eventName,
    order.status,
    order.source,
    writeMoment(order.createdAt),
    writeMoment(order.confirmedAt),
    order.firstName,
    order.lastName,
    order.email,
    order.phone,
    order.language,
    quote.items.map(({ name, quantity }) => `${quantity} × ${name}`).join('; '),
    // A change of seat issues no ticket.
    order.source === 'exchange' ? 0 : sum(({ quantity }) => quantity),
    money(sum(({ quantity, price }) => quantity * price)),
    money(quote.discount),
    money(quote.totalFees),
    money(order.totalMinor),
    money(order.refundedMinor ?? 0),
    currency,
    order.gateway,
    order.gatewayPaymentId,
    quote.promoCode,
    order.metadata === '{}' ? '' : order.metadata,
    order.paidBy,
    order.note,
    money(order.disputedMinor),
    money(order.lostMinor),
    order.method,
  ];
}
