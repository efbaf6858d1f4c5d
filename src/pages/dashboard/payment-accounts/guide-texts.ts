import type { AccountGateway } from '../../../rules/gateway-accounts.ts';
import type { Language } from '../../../values/language.ts';
import { textsIn } from './texts/guide/texts.ts';

type Shown = 'address' | 'events' | 'hash';

/** The lines of a gateway about our address that show something to copy, select or make, by their numbers. */
export const SHOWN_AT_LINE: Record<AccountGateway, Partial<Record<number, Shown>>> = {
  paystack: { 1: 'address' },
  flutterwave: { 1: 'address', 2: 'hash' },
  stripe: { 1: 'events', 2: 'address' },
  mollie: {},
  paypal: { 1: 'address' },
  mpesa: { 0: 'address' },
};

/** A card that the gateway's test mode takes, where it takes cards. */
export const TEST_CARDS: Partial<Record<AccountGateway, string>> = {
  paystack: '4084 0840 8408 4081',
  flutterwave: '5531 8866 5214 2950',
  stripe: '4242 4242 4242 4242',
};

export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.updated',
];

type Key = { currency: string; end: string | null; isTest: boolean };

export function guideIn(language: Language) {
  const texts = textsIn(language);
  return {
    ...texts,
    connected: ({ end, ...key }: Key): string =>
      end === null ? texts.connected(key) : texts.connectedBy({ ...key, end }),
    needs: (gateway: string): string[] => Object.values(texts.needs).map((need) => need(gateway)),
  };
}
