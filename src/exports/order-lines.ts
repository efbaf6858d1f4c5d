import type { Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import { decimalsOf, toMajorUnits } from '../payments/major-units.ts';
import type { PricedItem } from '../reservations/price-cart.ts';
import { FILTERED_STATUSES, type OrderFilters } from './export-kinds.ts';
import { walkEvents, type ExportedEvent, type ExportScope } from './walk-events.ts';
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
];

// Some hundred kilobytes of text, and some hundredths of a second.
const ORDERS_AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type OrderRow = {
  id: string;
  reference: string;
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
  refundedMinor: number | null;
  metadata: string;
  paidBy: string | null;
  note: string | null;
};

/**
 * A line per order, event by event and the oldest first. What is there is what was ordered before the file was asked for, each
 * order as it is when its page is read: nothing is left out or comes twice because of orders that come in meanwhile.
 */
export async function* orderLines(
  database: Queryable,
  scope: ExportScope,
  filters: OrderFilters,
): AsyncGenerator<Cell[][], void, undefined> {
  for await (const event of walkEvents(database, scope, filters.eventId)) {
    const writeMoment = momentWriter(event.timezone);
    const pages = walkPages<OrderRow>(ORDERS_AT_ONCE, (last, limit) =>
      readOrders(database, { scope, filters, event, last, limit }),
    );
    for await (const orders of pages) yield orders.map((order) => toLine(order, event, writeMoment));
  }
}

type Page = {
  scope: ExportScope;
  filters: OrderFilters;
  event: ExportedEvent;
  last: OrderRow | null;
  limit: number;
};

/**
 * By the index on event and status, from which each status gives its next orders, so that a page is in the order of time whatever becomes of
 * them meanwhile.
 */
async function readOrders(
  database: Queryable,
  { scope, filters, event, last, limit }: Page,
): Promise<OrderRow[]> {
  const { rows } = await database.query<OrderRow>(
    `SELECT o.id, o.reference, o.status, o.source, o.created_at AS "createdAt", o.confirmed_at AS "confirmedAt",
            o.first_name AS "firstName", o.last_name AS "lastName", o.email, o.phone, o.language, o.quote,
            o.total_minor AS "totalMinor", o.currency, o.gateway, o.metadata, o.paid_by AS "paidBy", o.note,
            p.gateway_payment_id AS "gatewayPaymentId", p.refunded_minor AS "refundedMinor"
       FROM (SELECT next.id, next.created_at FROM unnest($5::text[]) AS s (status)
              CROSS JOIN LATERAL (
                   SELECT id, created_at FROM orders
                    WHERE event_id = $1 AND status = s.status AND created_at <= $2 AND (created_at, id) > ($3, $4)
                      AND ($6::date IS NULL OR created_at >= $6::timestamp AT TIME ZONE $8)
                      AND ($7::date IS NULL OR created_at < ($7::date + 1)::timestamp AT TIME ZONE $8)
                    ORDER BY created_at, id LIMIT $9) AS next
              ORDER BY next.created_at, next.id LIMIT $9) AS page
      CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = page.id LIMIT 1) AS o
       LEFT JOIN LATERAL (SELECT gateway_payment_id, refunded_minor FROM payments
                           WHERE order_id = o.id AND use = 'order' LIMIT 1) AS p ON true
      ORDER BY page.created_at, page.id`,
    [
      event.id,
      scope.asOf,
      last?.createdAt ?? '-infinity',
      last?.id ?? FIRST_ID,
      filters.status === null ? FILTERED_STATUSES : [filters.status],
      filters.fromDay,
      filters.untilDay,
      event.timezone,
      limit,
    ],
  );
  return rows;
}

function toLine(order: OrderRow, event: ExportedEvent, writeMoment: (at: Date | null) => string): Cell[] {
  const { quote, currency } = order;
  const decimals = decimalsOf(currency);
  const money = (minor: number): string => toMajorUnits(minor, decimals);
  const sum = (of: (item: PricedItem) => number): number =>
    quote.items.reduce((total, item) => total + of(item), 0);
  return [
    order.reference,
    event.name,
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
    sum(({ quantity }) => quantity),
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
  ];
}
