import type { TypeStatus } from '../../../orders/event-figures.ts';
import type { HomeEvent, ShownFigures } from '../home/data.ts';

/** What is sold: prices, how many there are, and when. */
export type EventTicketsView = {
  event: HomeEvent;
  /** In the order that buyers see. */
  types: ShownTicketType[];
  /** The stocks that some of them share. */
  pools: ShownPool[];
};

export type ShownPool = {
  poolId: string;
  version: number;
  name: string;
  capacity: number;
  ticketTypeIds: string[];
};

export type ShownTicketType = {
  ticketTypeId: string;
  kind: 'GENERAL' | 'SEATED';
  poolId: string | null;
  /** The ticket type whose seats it is a further price for; null: it is none. */
  seatsOf: string | null;
  /** Of a further price: how many there are at most; null: as many as seats. */
  ownLimit?: number | null;
  version: number;
  name: string;
  description: string;
  priceMinor: number;
  /** What the buyer pays on top of the price. */
  feeMinor: number;
  capacity: number;
  maximumPerOrder: number;
  /** Moments in ISO 8601; on the clock of the event's place they are in `typed`. */
  saleStartsAt: string | null;
  saleEndsAt: string | null;
  typed: { saleStartsAt: string | null; saleEndsAt: string | null };
  status: TypeStatus;
  figures: ShownFigures;
};
