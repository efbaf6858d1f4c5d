export type TestCard = {
  behaviour:
    | 'success'
    | 'declined'
    | 'insufficient_funds'
    | 'late'
    | 'leave'
    | 'callback_lost'
    | 'callback_twice';
  /** Sixteen digits with a correct check digit, so that it can be typed into any card form. */
  number: string;
  name: string;
  about: string;
};

/** Everything that can happen to a payment, each behind a card of its own. */
export const TEST_CARDS: readonly TestCard[] = [
  {
    behaviour: 'success',
    number: '4242424242424242',
    name: 'Payment succeeds',
    about: 'Paid at once.',
  },
  {
    behaviour: 'declined',
    number: '4000000000000002',
    name: 'Card is declined',
    about: 'The bank says no; another card may be tried.',
  },
  {
    behaviour: 'insufficient_funds',
    number: '4000000000009995',
    name: 'Insufficient funds',
    about: 'Not enough money on the card; another may be tried.',
  },
  {
    behaviour: 'late',
    number: '4000000000001000',
    name: 'Pay later than the hold',
    about: 'A bank transfer that arrives three minutes after the time to pay is over.',
  },
  {
    behaviour: 'leave',
    number: '4000000000002008',
    name: 'Close without paying',
    about: 'Back to the shop with nothing paid.',
  },
  {
    behaviour: 'callback_lost',
    number: '4000000000003006',
    name: 'Callback is lost',
    about: 'Paid, but the shop is never told: it has to ask.',
  },
  {
    behaviour: 'callback_twice',
    number: '4000000000004004',
    name: 'Callback comes twice',
    about: 'Paid, and the shop is told twice at the same time.',
  },
];

/** Spaces and dashes are how people read a number off a card. Null: not one of ours. */
export function findTestCard(typed: string): TestCard | null {
  const digits = typed.replace(/[\s-]/g, '');
  return TEST_CARDS.find((card) => card.number === digits) ?? null;
}

export const groupDigits = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
