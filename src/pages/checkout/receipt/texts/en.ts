import type { PaymentWay, Story } from '../contract.ts';

type Told = { title: string; text: string };

/** A sentence with something in it that is set apart. */
type Sentence = <Part>(part: Part) => (string | Part)[];

const stories: Record<Exclude<Story, 'some_valid' | 'past' | 'going'>, Told> = {
  starting: {
    title: 'Getting your payment ready',
    text: 'We are opening the payment page for you. This takes a few seconds, and this page follows by itself.',
  },
  payable: {
    title: 'Waiting for your payment',
    text: 'Your tickets are kept for you meanwhile. As soon as you have paid, they are here.',
  },
  looking: {
    title: 'Looking for your payment',
    text: 'The time to pay is over. We are asking the payment provider one last time, and this page tells you what it says.',
  },
  under_way: {
    title: 'Your payment is under way',
    text: 'Don’t pay again. A bank transfer can take a few hours: your tickets are here, and in your inbox, as soon as it arrives.',
  },
  under_way_late: {
    title: 'Your payment is under way',
    text: 'Don’t pay again. The time to pay is over, but your payment has not arrived yet. When it does, you get your tickets if they can still be had at this price; if not, the money goes back to you by itself.',
  },
  failed: {
    title: 'The payment could not be started',
    text: 'The payment provider gave no answer, which is not your fault. Go back and order again: your tickets may still be kept for you.',
  },
  expired: { title: 'The time to pay is over', text: 'The tickets went back on sale.' },
  cancelled: { title: 'This order was cancelled', text: 'Its tickets went back on sale.' },
  late_returned: {
    title: 'Your payment was returned',
    text: 'It came too late, and this order could no longer be filled. We are sorry.',
  },
  late_settled: {
    title: 'Your payment came too late',
    text: 'This order could no longer be filled. We are sorry.',
  },
  refunded: {
    title: 'This order was refunded',
    text: 'The tickets below are void: they don’t admit anybody.',
  },
  tickets_cancelled: {
    title: 'Your tickets were cancelled',
    text: 'The tickets below are void: they don’t admit anybody.',
  },
  passed_on: {
    title: 'Your tickets were passed on',
    text: 'They are other people’s now, who have new codes for them. The codes that you had don’t admit anybody.',
  },
  seat_payable: {
    title: 'Your new seat waits for you',
    text: 'It is kept for you meanwhile. As soon as you have paid the difference, it is yours, and you are sent a ticket with a new code. Until then your ticket stays good as it is.',
  },
  seat_changed: {
    title: 'Your seat was changed',
    text: 'The ticket with its new code is on its way by e-mail. The code that it had no longer admits anybody.',
  },
  seat_kept: {
    title: 'Your seat was not changed',
    text: 'Your ticket stays as it was. Should a payment of yours still arrive, your seat is changed if it still can be; if not, the money goes back to you by itself.',
  },
  seat_refunded: {
    title: 'This order was refunded',
    text: 'What you paid for the change of seat went back to you.',
  },
};

const storiesOfOne: Record<'refunded' | 'tickets_cancelled' | 'passed_on', Told> = {
  refunded: {
    title: 'This order was refunded',
    text: 'The ticket below is void: it doesn’t admit anybody.',
  },
  tickets_cancelled: {
    title: 'Your ticket was cancelled',
    text: 'The ticket below is void: it doesn’t admit anybody.',
  },
  passed_on: {
    title: 'Your ticket was passed on',
    text: 'It is another person’s now, who has a new code for it. The code that you had doesn’t admit anybody.',
  },
};

const going =
  (count: number): Sentence =>
  (event) => [
    `Have ${count === 1 ? 'the code' : 'the codes'} below ready at the door of `,
    event,
    ', here or on paper.',
  ];
const past: Sentence = (event) => ['For ', event, '.'];
const byReference: Sentence = (reference) => [
  'The number of an order doesn’t open it. The link in the e-mail with your tickets does. If you can’t find it, we send it again, to the address that the order ',
  reference,
  ' was made with.',
];
const noTickets: Sentence = (link) => ['This order has no valid tickets. ', link, '.'];

export const en = {
  stories,
  /** The same of an order with a single ticket. */
  storiesOfOne,
  nothingTaken:
    'Nothing was taken. Should a payment of yours still arrive, you get your tickets if they are still there; if not, the money goes back to you by itself.',
  nothingTakenOfCancelled:
    'Nothing was taken. Should a payment of yours still arrive, the money goes back to you by itself.',
  someValid: {
    title: (live: number) => (live === 1 ? 'One ticket is valid' : `${live} tickets are valid`),
    text: (voids: number, count: number) =>
      `${voids} of this order’s ${count} tickets ${voids === 1 ? 'is' : 'are'} void, and marked so below.`,
  },
  past: { title: (count: number): string => (count === 1 ? 'Your ticket' : 'Your tickets'), text: past },
  going: { title: 'You’re going!', text: going },

  notices: {
    resent: 'The tickets are on their way once more. They should be there in a minute.',
    too_often: 'The tickets were sent several times already. Look among your spam, or try again in an hour.',
    nothing_to_send: 'This order has no tickets to send.',
    given_back: 'You have given the tickets back. Whatever you paid is on its way to you.',
    too_late: 'The tickets can’t be given back: the time for it is over, or they were bought for this date.',
    used: 'The tickets can’t be given back: one of them was used already.',
    nothing_left: 'This order has no tickets that could be given back.',
    renamed: 'The name is changed. The tickets with the new name are on their way to you by e-mail.',
    rename_refused:
      'The name can’t be changed: the ticket was used or is void, the event is over, or the host does not allow it.',
    rename_too_often: 'Names were changed often today. Try again tomorrow, or ask the host.',
    no_name: 'That is no name: write a first and a last name, without links.',
    not_all_yours:
      'The tickets can’t be given back here: one of them was passed on to another person. Ask the host.',
    answered: 'Saved. Thank you.',
    answers_missing: 'Saved, but an answer that the host needs is still missing.',
    answers_too_late: 'The event is over, or was cancelled: nothing can be changed any more.',
  },
  asked: {
    heading: (host: string) => `${host} asks`,
    newsletter: 'News by e-mail',
    about: 'Your answers can be changed until the event is over.',
    needed: 'The host needs an answer from you. It can be changed until the event is over.',
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
    stayGood: 'The tickets stay good.',
    message: (host: string) => `${host} writes`,
    giveBack: (count: number): string =>
      count === 1 ? 'Can’t come? Give the ticket back' : 'Can’t come? Give the tickets back',
    until: (when: string) => `You may do so until ${when}.`,
    goesBack: (sum: string, count: number) =>
      `All that you paid goes back to you, fees included: ${sum}. ${count === 1 ? 'The ticket is' : `All ${count} tickets are`} void from then on. This can’t be undone.`,
    nothingPaid: (count: number) =>
      `You paid nothing, so no money moves. ${count === 1 ? 'The ticket is' : `All ${count} tickets are`} void from then on, and others can have them. This can’t be undone.`,
    confirm: (count: number): string => (count === 1 ? 'Give the ticket back' : 'Give the tickets back'),
  },

  wait: {
    payBy: (when: string) => `Pay by ${when}`,
    /** The script puts the time that is left in the place of `{clock}`. */
    timeLeft: '{clock} left to pay',
    pay: (sum: string) => `Pay ${sum}`,
    /** Where a payment is under way. */
    openAgain: 'Not paid after all? Open the payment page again',
    paidAlready: 'Paid already? It can take a minute until we hear of it.',
    mayClose: (email: string) => `You may close this page: the tickets come by e-mail to ${email} as well.`,
  },

  money: {
    heading: 'Your money',
    /** What became of it, in a word or three. */
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
      gone: 'It came when the time to pay was over and the tickets were gone.',
      code_used: 'It came when the time to pay was over and the promo code was used up.',
      price_changed:
        'It came when the order had been given up, and the tickets are no longer on sale at that price.',
      bought_already:
        'You had bought tickets with a later order from the same cart: this payment was one too many.',
      admission_used:
        'Your turn in the waiting room is good for one purchase, and you had made another by then.',
      surplus: 'The order was paid for already: this was a second payment.',
      mismatch: 'It was not the sum due.',
      paid_more: 'You paid this much more than the order cost.',
    },
    patience: 'Banks take a few days.',
    delayed: 'It takes longer than it should: ask the host about it, and name the order’s reference.',
    byHand:
      'It did not go back the way you paid: if you don’t know how, ask the host about it, and name the order’s reference.',
    byHost:
      'You paid the host directly, and the host gives you the money back: if you don’t know how, ask, and name the order’s reference.',
  },

  actions: {
    door: 'Show at the door',
    calendar: 'Add to calendar',
    pdf: 'Tickets as PDF',
    resend: 'Send again',
    onThisPage: 'Your tickets are on this page.',
    sentTo: (addresses: string) => `Sent to ${addresses}.`,
    onTheWayTo: (addresses: string) => `On the way to ${addresses}.`,
    refusedBy: (addresses: string) => `${addresses} can’t be reached: keep this page or the PDF.`,
    more: (count: number) => `${count} more`,
    shop: 'See what tickets are left',
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
      stays: 'The code stays the same: whoever has it already can still come in with it.',
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
    hiddenPlace: 'The exact place is for ticket holders.',
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
    } satisfies Record<PaymentWay, string>,
    event: 'For',
    orderedBy: 'Ordered by',
    orderedOn: 'On',
    reference: 'Reference',
  },

  agreed: { terms: 'Terms of sale', refundPolicy: 'Refund policy' },

  unknown: {
    title: 'We can’t find this order',
    text: 'The link is not complete, or has a typing error in it. Open it from the e-mail with your tickets, or ask the seller.',
  },
  reference: {
    title: 'Open the link in your e-mail',
    text: byReference,
    asked: 'If this order has tickets, they are on their way to its buyer. Look among your spam, too.',
    send: 'Send me the link',
  },
  noTickets: {
    title: 'There are no tickets here',
    text: noTickets,
    link: 'See what became of it',
  },
  trouble: {
    title: 'One moment, please',
    text: 'We can’t show this page just now. Your order and your tickets are safe: load the page again in a moment.',
  },
  /** Where the page can’t be shown just now. */
  again: 'Load the page again',
  meanwhile:
    'Tickets that you have bought are in your e-mail, too. It names the host: ask there if you can’t wait.',
  tooOften: {
    title: 'One moment, please',
    text: (seconds: number) =>
      `This page was opened very often just now. Your order and your tickets are safe: load the page again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  },
};

export type Texts = typeof en;
