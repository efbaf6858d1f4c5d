/** By method and path. */
export type GoodBodies = Record<string, (ids: Record<string, string>) => object>;

/** The good bodies for orders, guests, messages and money. */
export const SALES_BODIES: GoodBodies = {
  // Orders.
  // Guests.
  // Messages.
  // Exports, reports and a buyer's data.
};
