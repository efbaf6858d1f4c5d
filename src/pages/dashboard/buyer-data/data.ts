import type { OrderOfBuyer } from '../../../buyer-data/look-at-buyer.ts';

/** The address to begin with: that of the order from which somebody came; empty: none. */
export type BuyerDataView = { email: string };

export type ShownBuyerOrder = Omit<OrderOfBuyer, 'startsAt' | 'createdAt'> & {
  startsAt: string;
  createdAt: string;
  locale: string;
};

/** Where the host has something of the person. */
export type BuyerFound = { orders: ShownBuyerOrder[]; hasMore: boolean };
