/** All that the page says, in English. The other languages have the same keys, which the types see to. */
export const en = {
  free: 'Free',
  steps: { choose: 'Tickets', seats: 'Seats', details: 'Details', pay: 'Payment', done: 'Done' },
  progress: 'Steps of your purchase',
  hostedBy: (host: string) => `Hosted by ${host}`,
  yourTime: (when: string) => `${when} your time`,
  hostSays: (host: string) => `A word from ${host}`,

  draftPreview: 'A preview: nobody else sees this, and nothing can be bought before the event is published.',
  needsJavaScript:
    'To buy tickets here, switch on JavaScript in your browser and load the page again. Everything about the event and its tickets is below.',

  /** The address follows. */
  ask: (host: string) => `Questions? Ask ${host}:`,
  terms: {
    accept: (host: string) => `By ordering you accept the conditions of ${host}:`,
    both: 'Terms and refund policy',
    terms: 'Terms of sale',
    refundPolicy: 'Refund policy',
    loading: 'Loading…',
    failed: 'The text could not be loaded. Close and open it to try again.',
  },

  choose: {
    heading: 'Choose your tickets',
    prices: 'Prices',
    plusFees: (fees: string) => `+ ${fees} fee`,
    left: (count: number) => `Only ${count} left`,
    soldOut: 'Sold out',
    saleEnded: 'Sale ended',
    comingSoon: 'Coming soon',
    from: (when: string) => `On sale from ${when}`,
    most: (count: number) => (count === 1 ? 'One per order' : `At most ${count} per order`),
    noMore: 'That is all there are',
    less: (name: string) => `One less: ${name}`,
    more: (name: string) => `One more: ${name}`,
    count: (count: number, name: string) => `${count} × ${name}`,
    continue: 'Continue',
    nothing: 'Choose at least one ticket to go on.',
    noSeats: 'Choose at least one seat to go on.',
    shrunk: (name: string, count: number) =>
      count === 0
        ? `${name} has just gone: we took it out of your order.`
        : `Only ${count} of ${name} can be had now: we changed your number.`,
  },

  saleStarts: (when: string) => `The sale starts on ${when}.`,
  otherEvents: (host: string) => `See other events by ${host}`,
  states: {
    coming_soon: {
      title: 'Not on sale yet',
      text: 'Tickets will be sold here. This page opens the sale by itself: no need to load it again.',
    },
    sold_out: {
      title: 'Sold out',
      text: 'Every ticket is taken. Tickets that others hold and don’t pay for come back: leave this page open, and it shows them by itself.',
    },
    sale_ended: {
      title: 'The sale has ended',
      text: 'Tickets for this event are no longer sold here. Those already bought stay valid.',
    },
    ended: { title: 'This event is over', text: 'Thank you to everyone who came.' },
    cancelled: {
      title: 'This event was cancelled',
      text: 'No tickets are sold any more. Everyone who paid gets the whole amount back, the way they paid, and an e-mail about it. Banks may take a few days.',
    },
  },

  promo: {
    question: 'Have a promo code?',
    label: 'Promo code',
    apply: 'Apply',
    remove: 'Remove',
    applied: (code: string) => `Code ${code} applied`,
    later: 'The code counts once you have chosen tickets.',
    notTaken: (code: string, why: string) => `Code ${code} was not taken: ${why}.`,
    problems: {
      unknown: 'this event has no such code',
      other_tickets: 'it is for other tickets',
      not_now: 'it is used up, or not valid today',
      any: 'it is unknown, used up, or for other tickets',
    },
    goOn: 'You can go on without it.',
    wentOn: (total: string) => `You go on without it. Total: ${total}.`,
  },

  summary: {
    heading: 'Your order',
    empty: 'Nothing chosen yet.',
    fees: 'Fees',
    discount: 'Discount',
    total: 'Total',
    tickets: (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`),
  },

  seats: {
    heading: 'Choose your seats',
    loading: 'Drawing the seat map…',
  },

  details: {
    heading: 'Your details',
    about: 'Your tickets are sent to this e-mail address.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    phone: 'Phone',
    optional: 'optional',
    meant: (address: string) => `Did you mean ${address}?`,
    phoneHint: (sample: string) => `Such as ${sample}`,
    split: 'Send each ticket to its own person',
    splitAbout: 'Everybody gets their ticket by e-mail, in their name.',
    ticket: (number: number, name: string) => `Ticket ${number}: ${name}`,
    mine: 'This one is for me',
    back: 'Change tickets',
    pay: (total: string) => `Pay ${total}`,
    confirm: 'Get your tickets',
    wrong: (count: number) => (count === 1 ? 'One field needs a look.' : `${count} fields need a look.`),
    priceChanged: (total: string) => `The price has changed to ${total}. Have a look before you go on.`,
  },

  fields: {
    missing: {
      firstName: 'Enter your first name.',
      lastName: 'Enter your last name.',
      email: 'Enter your e-mail address.',
    },
    /** Of somebody else. */
    guestMissing: {
      firstName: 'Enter their first name.',
      lastName: 'Enter their last name.',
      email: 'Enter their e-mail address.',
    },
    nameTooLong: 'At most 100 letters.',
    nameWrong: 'Enter the name only, without a web or e-mail address.',
    emailWrong: 'Enter an e-mail address such as name@example.com.',
    phoneWrong: (sample: string) => `Enter a phone number such as ${sample}.`,
  },

  questions: {
    choose: 'Choose…',
    problems: {
      missing: 'Please answer this.',
      too_long: 'This is too long.',
      other_choice: 'Choose one of the list, please.',
    },
  },

  hold: {
    left: (clock: string) => `Held for ${clock}`,
    minutesLeft: (minutes: number) =>
      minutes === 1
        ? 'Your tickets are held for one more minute.'
        : `Your tickets are held for ${minutes} more minutes.`,
    moreTime: 'I need more time',
    extended: 'Your tickets are held anew.',
    endedTitle: 'Your tickets went back on sale',
    endedText: 'The time to hold them is over. Your choice and your details are still here.',
    again: 'Hold them again',
    heldAgain: 'Good news: your tickets are held for you again.',
  },

  payment: {
    ways: 'Ways to pay',
    names: {
      card: 'Card',
      bank_transfer: 'Bank transfer',
      ussd: 'USSD',
      mobile_money: 'Mobile money',
      eft: 'Instant EFT',
    },
    onPageOf: (gateway: string) => `You’ll pay on ${gateway}’s page.`,
    onTestPage: 'You’ll pay on a test page: no money moves.',
  },

  pay: {
    heading: 'Payment',
    left: (clock: string) => `${clock} left to pay`,
    over: 'The time to pay is over. We are asking the payment service one last time.',
    now: (total: string) => `Pay ${total} now`,
    leaving: 'Taking you to the payment page…',
    stuck: 'Nothing happens? Go on to the payment',
    newTab: 'The payment opens in a new tab. Leave this page open: your tickets appear here.',
    open: (total: string) => `Pay ${total} in a new tab`,
    openAgain: 'Open the payment again',
    waiting: 'Waiting for your payment…',
    underWayTitle: 'Your payment is under way',
    underWay: 'Don’t pay again: your tickets come by e-mail when the money arrives, or it goes back to you.',
    unfinishedTitle: 'Not paid yet',
    unfinished:
      'If you have just paid, your tickets appear here in a moment. If the payment was declined or closed, nothing was charged: try again, your tickets are still held.',
    change: 'Change details or tickets',
    checking: 'Looking up your order…',
    byEmail: 'This page can’t show your order. Open it by the link in your e-mail, please.',
    expiredTitle: 'This order has lapsed',
    expired:
      'It was not paid in time, and the tickets went back on sale. If a payment still arrives, it is settled or sent back to you.',
    cancelledTitle: 'This order was cancelled',
    cancelled: 'Nothing more is charged for it.',
    failedTitle: 'The payment could not be started',
    failed: 'The payment service gave no answer. Nothing was charged.',
    refundedTitle: 'This order was refunded',
    refunded: 'Whatever was paid for it is on its way back to you.',
    receipt: 'See the receipt',
    startAgain: 'Start again',
    reference: (reference: string) => `Order ${reference}`,
  },

  done: {
    heading: (count: number): string => (count === 1 ? 'Your ticket is ready' : 'Your tickets are ready'),
    loading: 'Fetching your tickets…',
    sentTo: 'Sent to',
    resend: 'Send again',
    resent: 'Sent again. Look into your inbox in a minute.',
    correct: 'Not right? Correct it',
    correctAbout: 'Your tickets get new codes. Those that were sent before no longer work.',
    correctSend: 'Send to this address',
    correctCancel: 'Cancel',
    corrected: (address: string) =>
      `Your tickets are on their way to ${address}, with new codes. The earlier ones no longer work.`,
    correctionProblems: {
      used: 'A ticket of this order has been used: the address can’t be corrected any more.',
      too_late: 'The address can be corrected on the day of the purchase only.',
      too_often: 'The address was corrected several times already: ask the host for help.',
    },
    calendar: 'Add to calendar',
    whatsApp: 'Share on WhatsApp',
    share: 'Share the event',
    copied: 'The link is copied.',
    pdf: 'Download PDF',
    receipt: 'Receipt',
    ticket: (number: number, count: number) => (count === 1 ? 'Ticket' : `Ticket ${number} of ${count}`),
    partlyRefunded:
      'Part of this order was cancelled or refunded: the receipt says what. The tickets here are valid.',
    rest: (count: number): string =>
      count === 1
        ? 'One more ticket is in the PDF and on the receipt, and your e-mail leads to it.'
        : `The other ${count} tickets are in the PDF and on the receipt, and your e-mail leads to them.`,
    seat: 'Seat',
    holder: 'Holder',
    shortCode: 'Short code, if it can’t be scanned',
    more: 'Buy more tickets',
  },

  trouble: {
    retry: 'Try again',
    offline: 'No connection just now. Nothing is lost: try again when you are back online.',
    slow: 'The answer takes too long. Nothing is lost: try again.',
    picker: 'The seat map could not be loaded.',
  },

  /** By `error_code`; for any other the server's own sentence is shown. */
  errors: {
    tickets_unavailable: 'These tickets have just gone. We have brought the list up to date.',
    quantity_limit: 'That is more than one order may have.',
    too_many_held:
      'That is more than one internet connection may have at a time. Choose fewer, pay for those you hold, or try again later.',
    unknown_ticket: 'One of these tickets is not sold any more. Choose again, please.',
    validation_failed: 'Something in the form is not right. Have a look at it, please.',
    reservation_expired: 'The time to hold your tickets was over. Hold them again to go on.',
    quote_mismatch: 'Your order has changed meanwhile. Have a look at it and go on.',
    order_exists: 'There is an order for these tickets already.',
    order_in_progress: 'Your order is being made at this moment. Try again in a few seconds.',
    not_found: 'This is not to be found any more.',
    rate_limited: 'That was a lot at once. Wait a moment, then try again.',
    payment_gateway_error: 'The payment service does not answer. Your tickets stay held: try again.',
    internal_error: 'Something broke on our side. Nothing is lost: try again.',
    unavailable: 'Very many people are buying right now. Nothing is lost: try again in a moment.',
  } as Record<string, string>,
};

export type Texts = typeof en;
