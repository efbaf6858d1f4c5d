import type { OrderStatus } from '../tickets/read-order.ts';
import type { ListedSource, WayOfPayment } from '../rules/orders.ts';
import { NEEDS_ATTENTION_SQL } from './list-refunds.ts';

/** A choice of a host's orders. Null: any. */
export type OrderFilters = {
  hostId: string;
  eventIds: readonly string[] | null;
  status: OrderStatus | null;
  source: ListedSource | null;
  wayOfPayment: WayOfPayment | null;
  ticketTypeId: string | null;
  /** Days, the last one included, on the clock of `timezone`. */
  from: string | null;
  to: string | null;
  timezone: string;
  /** Those in which a code of these was used. */
  promoCodeIds: readonly string[] | null;
  /** Those with a refund that a person should look at. */
  needsAttention: boolean;
};

export const ALL_ORDERS: Omit<OrderFilters, 'hostId'> = {
  eventIds: null,
  status: null,
  source: null,
  wayOfPayment: null,
  ticketTypeId: null,
  from: null,
  to: null,
  timezone: 'UTC',
  promoCodeIds: null,
  needsAttention: false,
};

/** Adds a value to a statement, and answers its name there: `$1`. */
export type AddValue = (value: unknown) => string;

/** The values of a statement that is put together from parts. */
export function startValues(): { values: unknown[]; add: AddValue } {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** The filters' days as moments, in SQL; a part that is null is not there. */
export function momentsOf(
  { from, to, timezone }: Pick<OrderFilters, 'from' | 'to' | 'timezone'>,
  add: AddValue,
): string[] {
  if (from === null && to === null) return [];
  const zone = add(timezone);
  const start = (day: string, days: number): string =>
    `((${add(day)}::date + ${days})::timestamp AT TIME ZONE ${zone})`;
  return [
    ...(from === null ? [] : [`created_at >= ${start(from, 0)}`]),
    ...(to === null ? [] : [`created_at < ${start(to, 1)}`]),
  ];
}

/** The condition on rows `o` of `orders`. It does not choose an index: order-index-plan.ts does, and asks this of each row on it. */
export function orderConditions(filters: OrderFilters, add: AddValue): string[] {
  const { hostId, eventIds, status, source, wayOfPayment, ticketTypeId, promoCodeIds } = filters;
  return [
    `o.host_id = ${add(hostId)}`,
    ...(eventIds === null ? [] : [`o.event_id = ANY (${add(eventIds)}::uuid[])`]),
    ...(status === null ? [] : [`o.status = ${add(status)}`]),
    ...(source === null ? [] : [`o.source = ${add(source)}`]),
    ...(wayOfPayment === null ? [] : [`coalesce(o.gateway, 'none') = ${add(wayOfPayment)}`]),
    ...(ticketTypeId === null
      ? []
      : [
          `EXISTS (SELECT FROM json_array_elements(o.quote -> 'items') AS item WHERE item ->> 'sku' = ${add(ticketTypeId)})`,
        ]),
    ...momentsOf(filters, add).map((condition) => `o.${condition}`),
    ...(promoCodeIds === null ? [] : [`o.promo_code_id = ANY (${add(promoCodeIds)}::uuid[])`]),
    ...(filters.needsAttention
      ? // OFFSET 0: asked of each order by its id, and not joined with all refunds.
        [`EXISTS (SELECT FROM refunds AS r WHERE r.order_id = o.id AND ${NEEDS_ATTENTION_SQL} OFFSET 0)`]
      : []),
  ];
}
