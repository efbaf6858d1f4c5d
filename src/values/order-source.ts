/**
 * Who made an order. `complimentary` and `host` are a member's doing: given away, or sold at the counter or by transfer. Integrators hear
 * of the others alone.
 */
export type OrderSource = 'api' | 'embed' | 'complimentary' | 'host';

/** How a host was paid that sold by itself. */
export type PaidBy = 'cash' | 'transfer' | 'card' | 'other';
