import type { PaymentMethod, Story } from '../contract.ts';

type Told = { title: string; text: string };

/** A sentence with something in it that is set apart. */
type Sentence = <Part>(part: Part) => (string | Part)[];

const stories: Record<Exclude<Story, 'some_valid' | 'past' | 'going'>, Told> = {
  starting: {
    title: 'Getting your payment ready',
    text: 'We’re opening the payment page for you. This takes a few seconds, and this page updates by itself.',
  },
  payable: {
    title: 'Waiting for your payment',
    text: 'We’re holding your tickets for you. They appear here as soon as you have paid.',
  },
  looking: {
    title: 'Looking for your payment',
    text: 'The time to pay is over. We’re checking with the payment provider one last time, and this page shows the result.',
  },
  under_way: {
    title: 'Your payment is under way',
    text: 'Don’t pay again. A bank transfer can take a few hours. Your tickets appear here, and in your inbox, as soon as it arrives.',
  },
  under_way_late: {
    title: 'Your payment is under way',
    text: 'Don’t pay again. The time to pay is over, but your payment has not arrived yet. When it does, you get your tickets if they are still available at this price. If not, we refund you.',
  },
  failed: {
    title: 'The payment could not be started',
    text: 'The payment provider didn’t answer. This is not your fault. Go back and order again: we may still be holding your tickets.',
  },
  expired: { title: 'The time to pay is over', text: 'The tickets went back on sale.' },
  cancelled: { title: 'This order was cancelled', text: 'Its tickets went back on sale.' },
  late_returned: {
    title: 'Your payment was returned',
    text: 'It came too late for this order. We’re sorry.',
  },
  late_settled: {
    title: 'Your payment came too late',
    text: 'It came too late for this order. We’re sorry.',
  },
  refunded: {
    title: 'This order was refunded',
    text: 'The tickets below are void and can’t be used for entry.',
  },
  tickets_cancelled: {
    title: 'Your tickets were cancelled',
    text: 'The tickets below are void and can’t be used for entry.',
  },
  passed_on: {
    title: 'Your tickets were passed on',
    text: 'They now belong to other people, who have new codes. Your old codes no longer work.',
  },
  seat_payable: {
    title: 'We’re holding your new seat',
    text: 'Pay the difference to get it. We then send you a ticket with a new code. Until then your ticket stays valid as it is.',
  },
  seat_changed: {
    title: 'Your seat was changed',
    text: 'Your ticket with its new code is on its way by e-mail. The old code no longer works.',
  },
  seat_kept: {
    title: 'Your seat was not changed',
    text: 'Your ticket stays as it was. If your payment still arrives, we change your seat if we can. If not, we refund you.',
  },
  seat_refunded: {
    title: 'This order was refunded',
    text: 'We refunded what you paid for the seat change.',
  },
};

const storiesOfOne: Record<'refunded' | 'tickets_cancelled' | 'passed_on', Told> = {
  refunded: {
    title: 'This order was refunded',
    text: 'The ticket below is void and can’t be used for entry.',
  },
  tickets_cancelled: {
    title: 'Your ticket was cancelled',
    text: 'The ticket below is void and can’t be used for entry.',
  },
  passed_on: {
    title: 'Your ticket was passed on',
    text: 'It now belongs to someone else, who has a new code. Your old code no longer works.',
  },
};

const going =
  (count: number): Sentence =>
  (event) => [
    `Have ${count === 1 ? 'the code' : 'the codes'} below ready at the door of `,
    event,
    ', here or on paper.',
  ];
const joining: Sentence = (event) => ['How to join ', event, ' is below.'];
const past: Sentence = (event) => ['For ', event, '.'];
const byReference: Sentence = (reference) => [
  'An order number doesn’t open the order. The link in the e-mail with your tickets does. If you can’t find it, we can send it again to the address that order ',
  reference,
  ' was made with.',
];
const noTickets: Sentence = (link) => ['This order has no valid tickets. ', link, '.'];

export const en = {
  stories,
  /** The same of an order with a single ticket. */
  storiesOfOne,
  nothingTaken:
    'You weren’t charged. If your payment still arrives, you get your tickets if they are still available. If not, we refund you.',
  nothingTakenOfCancelled: 'You weren’t charged. If your payment still arrives, we refund you.',
  someValid: {
    title: (live: number) => (live === 1 ? 'One ticket is valid' : `${live} tickets are valid`),
    text: (voids: number, count: number) =>
      `${voids} of this order’s ${count} tickets ${voids === 1 ? 'is' : 'are'} void and marked below.`,
  },
  past: { title: (count: number): string => (count === 1 ? 'Your ticket' : 'Your tickets'), text: past },
  going: { title: 'You’re going!', text: going, online: joining },

  notices: {
    resent: 'We sent your tickets again. They should arrive in a minute.',
    too_often: 'We already sent the tickets several times. Check your spam folder, or try again in an hour.',
    nothing_to_send: 'This order has no tickets to send.',
    given_back: 'You returned the tickets.',
    too_late: 'You can’t return the tickets: the time for it is over, or you bought them for this date.',
    used: 'You can’t return the tickets: one of them was already used.',
    nothing_left: 'This order has no tickets to return.',
    renamed: 'Name changed. We’re sending you the tickets with the new name.',
    rename_refused:
      'You can’t change the name: the ticket was used or is void, the event is over, or the host doesn’t allow it.',
    rename_too_often: 'Too many name changes today. Try again tomorrow, or ask the host.',
    no_name: 'Enter a first and a last name, without links.',
    not_all_yours:
      'You can’t return the tickets here: one of them was passed on to another person. Ask the host.',
    answered: 'Saved. Thank you.',
    answers_missing: 'Saved. The host still needs an answer from you.',
    answers_too_late: 'The event is over or was cancelled, so you can no longer change anything.',
    payment_stopped: 'You stopped the payment, and weren’t charged. You can still pay below.',
  },
  asked: {
    heading: (host: string) => `${host} asks`,
    newsletter: 'News by e-mail',
    about: 'You can change your answers until the event is over.',
    needed: 'The host needs an answer from you. You can change it until the event is over.',
    ticket: (number: number, type: string, holder: string) => `Ticket ${number}: ${type}, ${holder}`,
    optional: 'optional',
    choose: 'Choose…',
    save: 'Save',
    yes: 'Yes',
  },
  eventCancelled: (host: string) => `This event was cancelled by ${host}.`,

  move: {
    heading: 'The event has a new date',
    from: (when: string) => `Moved from ${when}`,
    to: (when: string) => `to ${when}.`,
    stayGood: 'Your tickets stay valid.',
    message: (host: string) => `${host} writes`,
    giveBack: (count: number): string =>
      count === 1 ? 'Can’t come? Return the ticket' : 'Can’t come? Return the tickets',
    until: (when: string) => `You can do this until ${when}.`,
    goesBack: (sum: string, count: number) =>
      `You get everything back, fees included: ${sum}. ${count === 1 ? 'The ticket becomes' : `All ${count} tickets become`} void. You can’t undo this.`,
    nothingPaid: (count: number) =>
      `You paid nothing, so there is no refund. ${count === 1 ? 'The ticket becomes' : `All ${count} tickets become`} void and available to others. You can’t undo this.`,
    confirm: (count: number): string => (count === 1 ? 'Return the ticket' : 'Return the tickets'),
  },

  wait: {
    payBy: (when: string) => `Pay by ${when}`,
    /** The script puts the time that is left in the place of `{clock}`. */
    timeLeft: '{clock} left to pay',
    pay: (sum: string) => `Pay ${sum}`,
    /** For a payment that is under way. */
    openAgain: 'Didn’t pay? Open the payment page again',
    paidAlready: 'Already paid? It can take a minute to show up.',
    mayClose: (email: string) => `You can close this page: we also e-mail the tickets to ${email}.`,
  },

  money: {
    heading: 'Your money',
    /** The state in a word or three. */
    short: {
      under_way: 'Being returned',
      delayed: 'Being returned',
      returned: 'Returned',
      settled_by_hand: 'Settled by the host',
      given_by_host: 'Given back by the host',
    },
    /** The sum goes back, or a whole payment that was not for the order. */
    outcomes: {
      sum: {
        under_way: (sum: string) => `${sum} is being returned.`,
        returned: (sum: string, day: string) => `${sum} was returned on ${day}.`,
        settled_by_hand: (sum: string, day: string) => `${sum} was settled by the host on ${day}.`,
        given_by_host: (sum: string, day: string) => `${sum} was refunded on ${day}.`,
      },
      payment: {
        under_way: (sum: string) => `Your payment of ${sum} is being returned.`,
        returned: (sum: string, day: string) => `Your payment of ${sum} was returned on ${day}.`,
        settled_by_hand: (sum: string, day: string) =>
          `Your payment of ${sum} was settled by the host on ${day}.`,
        given_by_host: (sum: string, day: string) => `Your payment of ${sum} was refunded on ${day}.`,
      },
    },
    why: {
      gone: 'It arrived after the time to pay, and the tickets were gone.',
      code_used: 'It arrived after the time to pay, and the promo code was used up.',
      price_changed:
        'It arrived after the order had ended, and the tickets are no longer sold at that price.',
      bought_already: 'You already bought these tickets with a later order. This was an extra payment.',
      admission_used: 'Your turn in the waiting room is good for one purchase, and you had already bought.',
      surplus: 'The order was already paid. This was a second payment.',
      mismatch: 'It wasn’t the right amount.',
      paid_more: 'You paid this much too much.',
    },
    patience: 'Banks take a few days.',
    delayed: 'This is taking longer than it should. Ask the host and give the order reference.',
    byHand:
      'It didn’t go back the way you paid. If you don’t know how, ask the host and give the order reference.',
    byHost:
      'You paid the host directly, so the host refunds you. If you don’t know how, ask the host and give the order reference.',
  },

  actions: {
    door: 'Show at the door',
    calendar: 'Add to calendar',
    pdf: 'Tickets as PDF',
    resend: 'Send again',
    onThisPage: 'Your tickets are on this page.',
    sentTo: (addresses: string) => `Sent to ${addresses}.`,
    onTheWayTo: (addresses: string) => `On the way to ${addresses}.`,
    refusedBy: (addresses: string) => `We can’t deliver to ${addresses}. Keep this page or the PDF.`,
    more: (count: number) => `${count} more`,
    shop: 'See available tickets',
    tickets: 'See your tickets',
    share: {
      whatsApp: 'Share on WhatsApp',
      share: 'Share the event',
      copy: 'Copy the event’s link',
      copied: 'The link is copied.',
    },
  },

  tickets: {
    heading: (count: number) => (count === 1 ? 'Your ticket' : `Your ${count} tickets`),
    pages: 'All tickets',
    range: (first: number, last: number) => (first === last ? `${first}` : `${first} to ${last}`),
    number: (position: number, count: number) => (count === 1 ? 'Ticket' : `Ticket ${position} of ${count}`),
    qrCode: (ticket: string, typeName: string, holder: string) =>
      `QR code of ${ticket}: ${typeName}, ${holder}`,
    section: 'Section',
    row: 'Row',
    seat: 'Seat',
    holder: 'Holder',
    shortCode: 'Short code, if it can’t be scanned',
    next: 'Next ticket',
    rename: {
      open: 'Change the name',
      first: 'First name',
      last: 'Last name',
      stays: 'The code stays the same. Anyone who has it can still use it to get in.',
      save: 'Save the name',
    },
    void: 'Void',
    voidSince: (when: string) => `Not valid for entry since ${when}`,
    used: 'Used',
    usedAt: (when: string) => `Let in on ${when}`,
  },

  event: {
    when: 'When',
    where: 'Where',
    map: 'Open the map',
    hiddenPlace: 'Only ticket holders see the exact location.',
    host: 'Host',
    ask: 'Ask the host',
    message: (host: string) => `A message from ${host}`,
  },

  summary: {
    heading: 'Your order',
    receipt: 'Receipt',
    print: 'Print the receipt',
    free: 'Free',
    fees: 'Fees',
    discount: 'Discount',
    paid: 'Paid',
    total: 'Total',
    seller: 'Sold by',
    taxNumber: (number: string) => `Tax number ${number}`,
    vat: (rate: string) => `of which VAT ${rate}`,
    tax: (name: string, rate: string) => `of which ${name} ${rate}`,
    exempt: (name: string) => `of which exempt from tax (${name})`,
    paidBy: 'Paid with',
    paidOn: 'Paid on',
    ways: {
      sandbox: 'Test payment',
      paystack: 'Paystack',
      flutterwave: 'Flutterwave',
      stripe: 'Stripe',
      cash: 'Cash',
      transfer: 'Bank transfer',
      card: 'Card',
      other: 'Directly with the host',
    } satisfies Record<PaymentMethod, string>,
    event: 'For',
    orderedBy: 'Ordered by',
    orderedOn: 'On',
    reference: 'Reference',
  },

  agreed: { terms: 'Terms of sale', refundPolicy: 'Refund policy' },

  unknown: {
    title: 'We can’t find this order',
    text: 'The link is incomplete or mistyped. Open it from the e-mail with your tickets, or ask the seller.',
  },
  reference: {
    title: 'Open the link in your e-mail',
    text: byReference,
    asked: 'If this order has tickets, we’re sending them to the buyer. Check your spam folder, too.',
    send: 'Send me the link',
  },
  noTickets: {
    title: 'There are no tickets here',
    text: noTickets,
    link: 'See what happened',
  },
  trouble: {
    title: 'One moment, please',
    text: 'We can’t show this page right now. Your order and your tickets are safe: reload the page in a moment.',
  },
  /** For a page that can’t be shown just now. */
  again: 'Reload the page',
  meanwhile: 'Your tickets are in your e-mail, too. It names the host: ask them if you can’t wait.',
  tooOften: {
    title: 'One moment, please',
    text: (seconds: number) =>
      `This page was opened too often. Your order and your tickets are safe: reload the page in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  },
};

export type Texts = typeof en;
