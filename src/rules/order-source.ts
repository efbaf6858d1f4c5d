import type { ListedSource } from './orders.ts';

/**
 * The maker of an order. A member makes `complimentary` and `host`: given away, or sold at the counter or by transfer. Integrators only
 * hear of the others, and nothing of `exchange`: the price difference of a better seat, requested by a member and paid by the buyer.
 */
export type OrderSource = ListedSource | 'exchange';

/** How a host was paid that sold by itself. `card`: with a card reader of its own. */
export const PAID_BY = ['cash', 'transfer', 'card', 'other'] as const;
export type PaidBy = (typeof PAID_BY)[number];

// As in the database. What members write down about an order, and what they write to whom they give tickets.
export const MAX_NOTE_CHARACTERS = 500;

// As many as one ticket type may allow buyers at most; with the tickets of so many a mail still goes through.
export const MAX_TICKETS_OF_HOST_ORDER = 1_000;
