import type { Separator } from '../csv/write-csv.ts';
import type { Power } from '../powers.ts';
import type { OrderStatus } from '../tickets/read-order.ts';

/** What can be taken along as a file, and the power that it takes. */
export const EXPORT_POWERS = {
  orders: 'orders.export',
  promo_uses: 'orders.export',
} as const satisfies Record<string, Power>;

export type ExportKind = keyof typeof EXPORT_POWERS;

export const FILTERED_STATUSES = [
  'processing',
  'failed',
  'pending_payment',
  'confirmed',
  'expired',
  'cancelled',
  'refunded',
  'partially_refunded',
] as const satisfies readonly OrderStatus[];

/** Which lines are in it. Null: all. Days are those of the event's own clock. */
export type OrderFilters = {
  eventId: string | null;
  status: OrderStatus | null;
  fromDay: string | null;
  untilDay: string | null;
};
export type PromoUseFilters = { eventId: string | null };

export type AskedExport =
  | { what: 'orders'; filters: OrderFilters }
  | { what: 'promo_uses'; filters: PromoUseFilters };

export type ExportForm = { withBom: boolean; separator: Separator };
