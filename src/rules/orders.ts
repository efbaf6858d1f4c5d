import { ACCOUNT_GATEWAYS } from './gateway-accounts.ts';

/** In which an order can be, those that are asked for most first. */
export const ORDER_STATUSES = [
  'confirmed',
  'pending_payment',
  'processing',
  'partially_refunded',
  'refunded',
  'expired',
  'cancelled',
  'failed',
] as const;

export const ORDER_SOURCES = ['api', 'embed', 'complimentary', 'host'] as const;
export type ListedSource = (typeof ORDER_SOURCES)[number];

/** The payment of an order: a gateway, a bank transfer, by hand with the host, or none for a free one. */
export const WAYS_OF_PAYMENT = [...ACCOUNT_GATEWAYS, 'sandbox', 'bank_transfer', 'by_hand', 'none'] as const;
export type WayOfPayment = (typeof WAYS_OF_PAYMENT)[number];
