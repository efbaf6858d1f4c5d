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
    `What buyers paid, with fees of ${fees}, less refunds of ${refunded}. Net in Reports leaves the fees out.`,
  uncounted: 'Being counted',
};
