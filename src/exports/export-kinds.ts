import type { Separator } from '../csv/write-csv.ts';
import type { GuestFilters } from '../tickets/list-guests.ts';
import type { OrderStatus } from '../tickets/read-order.ts';

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
export type GuestListFilters = GuestFilters & { eventId: string | null };
export type PromoUseFilters = { eventId: string | null };

export type AskedExport =
  | { what: 'orders'; filters: OrderFilters }
  | { what: 'guests'; filters: GuestListFilters }
  | { what: 'promo_uses'; filters: PromoUseFilters };

export type ExportForm = { withBom: boolean; separator: Separator };
