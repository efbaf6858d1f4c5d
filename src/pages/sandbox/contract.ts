import type { TestCard } from './server/test-cards.ts';

// The data of the sandbox's payment page. Types only.

/** Why the last try did not work. */
export type PayTrouble = 'declined' | 'insufficient_funds' | 'not_a_test_card';

/** The state of a payment that no longer takes a card. */
export type PayEnd = 'paid' | 'processing' | 'closed' | 'expired';

/** The dispute of a payment that is complete: none yet, open, or how it ended. */
export type PayDispute = 'none' | 'open' | 'won' | 'lost';

export type PayPayment = {
  amount: string;
  description: string;
  payerName: string;
  payerEmail: string;
  reference: string;
};

export type PayPage =
  | { about: 'unknown' }
  | { about: 'end'; end: PayEnd; payment: PayPayment; shopUrl: string; dispute: PayDispute | null }
  | {
      about: 'form';
      payment: PayPayment;
      /** Their numbers grouped, as they are printed on cards. */
      cards: readonly TestCard[];
      payBy: string;
      secondsLeft: number;
      trouble: PayTrouble | null;
    };
