import type { OfferedWay } from '../../../payments/payment-way.ts';
import type { Language } from '../../../values/language.ts';
import type { ReceiptOrder } from '../receipt/contract.ts';

/** An answer to what the buyer did before: at the gateway, or on this page. */
export const CHOICE_NOTICES = ['stopped', 'failed', 'unreachable', 'gone', 'too_often', 'busy'] as const;
export type ChoiceNotice = (typeof CHOICE_NOTICES)[number];

/** The ways to pay an order, and what it is for: of the order nothing that opens a ticket. */
export type ChoicePage = Pick<ReceiptOrder, 'locale' | 'timezone' | 'accents'> & {
  language: Language;
  eventName: string;
  summary: Pick<ReceiptOrder['summary'], 'reference' | 'items' | 'totalMinor' | 'currency'>;
  payBy: Date;
  ways: OfferedWay[];
  notice: ChoiceNotice | null;
  /** The integrator's site; null: the order came from a page of ours. */
  backAddress: string | null;
};
