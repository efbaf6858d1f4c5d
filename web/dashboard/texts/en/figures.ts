export const figures = {
  sold: 'Sold',
  wereSold: 'Were sold',
  held: 'Held',
  heldNote: 'In carts and unpaid orders',
  left: 'Left',
  ofCapacity: (capacity: string) => `of ${capacity}`,
  revenue: 'Revenue',
  feesNote: (fees: string) => `Fees ${fees}`,
  moneyNote: (refunded: string, fees: string) => `After refunds of ${refunded}. Fees in sales: ${fees}`,
  uncounted: 'Being counted',
};
