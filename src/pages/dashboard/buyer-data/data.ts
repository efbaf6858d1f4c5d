import type { OrderOfBuyer } from '../../../buyer-data/look-at-buyer.ts';

/** The address to start with: that of the order where the member came from; empty: none. */
export type BuyerDataView = { email: string };

export type ShownBuyerOrder = Omit<OrderOfBuyer, 'startsAt' | 'createdAt'> & {
  startsAt: string;
  createdAt: string;
  locale: string;
};

/** The orders that hold the person's data. */
export type BuyerFound = { orders: ShownBuyerOrder[]; hasMore: boolean };
