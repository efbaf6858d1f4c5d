import type { PayTrouble } from '../contract.ts';

export const TROUBLES: Record<PayTrouble, { title: string; text: string }> = {
  declined: {
    title: 'The card was declined',
    text: 'The bank did not allow this payment. You weren’t charged. Try another card.',
  },
  insufficient_funds: {
    title: 'Insufficient funds',
    text: 'There is not enough money on this card. You weren’t charged. Try another card.',
  },
  not_a_test_card: {
    title: 'This is not a test card',
    text: 'Choose one of the cards below, or type its number. Never enter a real card here.',
  },
};
