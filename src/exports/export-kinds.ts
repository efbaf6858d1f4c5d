import type { Separator } from '../csv/write-csv.ts';
import type { ReportGroup } from '../reports/read-report.ts';
import type { ReportDays } from '../reports/report-period.ts';
import type { GuestFilters } from '../tickets/list-guests.ts';
import type { OrderFilters } from '../orders/order-filters.ts';
import type { InvoicePeriod } from './walk-invoices.ts';

/** The filters of the page, for the lines of the file. Null: all. */
export type OrderListFilters = Pick<
  OrderFilters,
  'status' | 'source' | 'wayOfPayment' | 'ticketTypeId' | 'from' | 'to' | 'needsAttention'
> & {
  eventId: string | null;
  search: string | null;
  promoCode: string | null;
  /** By whose clock a day begins: that of each event, or of the host's country, as on the list of all its orders. */
  clock: 'event' | 'host';
};
export type GuestListFilters = GuestFilters & { eventId: string | null };
export type ReportFilters = ReportDays & { eventId: string | null; by: ReportGroup };
export type PromoUseFilters = { eventId: string | null };
export type NewsletterFilters = { eventId: null };
/** Days of invoices, both within. They are the whole host's. */
export type InvoiceFilters = InvoicePeriod & { eventId: null };
export type CheckInFilters = { eventId: string | null };

export type AskedExport =
  | { what: 'orders'; filters: OrderListFilters }
  | { what: 'guests'; filters: GuestListFilters }
  | { what: 'report'; filters: ReportFilters }
  | { what: 'check_ins'; filters: CheckInFilters }
  | { what: 'newsletter'; filters: NewsletterFilters }
  | { what: 'promo_uses'; filters: PromoUseFilters }
  | { what: 'invoices'; filters: InvoiceFilters }
  | { what: 'invoice_files'; filters: InvoiceFilters };

export type ExportForm = { withBom: boolean; separator: Separator };
