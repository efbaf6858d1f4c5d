export const figures = {
  sold: 'Sold',
  wereSold: 'Were sold',
  held: 'Held',
  heldNote: 'In carts and unpaid orders',
  left: 'Left',
  orders: 'Orders',
  fees: 'Fees',
  refunds: 'Refunds',
  ofCapacity: (capacity: string) => `of ${capacity}`,
  revenue: 'Revenue',
  feesNote: (fees: string) => `Fees ${fees}`,
  moneyNote: (refunded: string, fees: string) =>
    `Payments including fees of ${fees}, minus refunds of ${refunded}. Net in Reports excludes fees.`,
  uncounted: 'Counting…',
};
