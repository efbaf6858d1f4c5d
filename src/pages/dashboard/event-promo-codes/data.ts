import type { CsvPreview } from '../../../csv/preview-csv.ts';
import type { PromoOrder } from '../../../orders/list-promo-orders.ts';
import type { ListedPromoCode, PromoState } from '../../../reservations/promo-codes/list-promo-codes.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { asTyped, type TypedPromoCode } from '../../../reservations/promo-codes/promo-code-fields.ts';

export type ShownPromoCode = Omit<ListedPromoCode, 'startsAt' | 'endsAt'> & {
  startsAt: string | null;
  endsAt: string | null;
  /** As its form has it: on the clock of the event's place. */
  typed: TypedPromoCode & { version: number };
};

type TicketType = { ticketTypeId: string; name: string };

/** Codes that take something off the price. Amounts are in minor units of the event's currency. */
export type EventPromoCodesView = {
  event: ShownEvent;
  ticketTypes: TicketType[];
  codes: ShownPromoCode[];
  nextCursor: string | null;
  /** All codes of the event, whatever the filters are. */
  total: number;
  filters: { search: string; state: PromoState | ''; made: string };
};

/** One code, and the orders in which it was used: null where the member may see none. */
export type EventPromoCodeView = {
  event: ShownEvent;
  ticketTypes: TicketType[];
  code: ShownPromoCode;
  orders: (Omit<PromoOrder, 'createdAt'> & { createdAt: string })[] | null;
  nextCursor: string | null;
};

export type MadeCodes = { codes: string[]; madeAt: string };
export type PromoListPreview = { preview: CsvPreview };
export type { TypedPromoCode, PromoState };

export const showPromoCode = (code: ListedPromoCode, timezone: string): ShownPromoCode => ({
  ...code,
  startsAt: code.startsAt?.toISOString() ?? null,
  endsAt: code.endsAt?.toISOString() ?? null,
  typed: asTyped({ ...code, timezone }),
});
