/** All that the page says, in English. The other languages have the same keys, which the types see to. */
export const en = {
  free: 'Free',
  steps: { choose: 'Tickets', seats: 'Seats', details: 'Details', pay: 'Payment', done: 'Done' },
  progress: 'Steps of your purchase',
  hostedBy: (host: string) => `Hosted by ${host}`,
  yourTime: (when: string) => `${when} your time`,
  hostSays: (host: string) => `A word from ${host}`,

  draftPreview: 'This is a preview: nothing is sold. Only people with this link see it.',
  needsJavaScript:
    'To buy tickets here, turn on JavaScript in your browser and reload the page. The event and its tickets are described below.',

  /** The address follows. */
  ask: (host: string) => `Questions? Ask ${host}:`,
  terms: {
    accept: (host: string) => `By ordering you accept the terms of ${host}:`,
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
    noMore: 'That’s all we have',
    less: (name: string) => `One less: ${name}`,
    more: (name: string) => `One more: ${name}`,
    count: (count: number, name: string) => `${count} × ${name}`,
    continue: 'Continue',
    nothing: 'Choose at least one ticket to continue.',
    noSeats: 'Choose at least one seat to continue.',
    shrunk: (name: string, count: number) =>
      count === 0
        ? `${name} just sold out; we removed it from your order.`
        : `Only ${count} ${name} left; we updated your order.`,
  },

  saleStarts: (when: string) => `The sale starts on ${when}.`,
  otherEvents: (host: string) => `See other events by ${host}`,
  states: {
    coming_soon: {
      title: 'Not on sale yet',
      text: 'Tickets will be sold here. This page opens the sale by itself, so you don’t need to reload it.',
    },
    sold_out: {
      title: 'Sold out',
      text: 'All tickets are taken. If someone doesn’t pay in time, their tickets come back: keep this page open and they appear here.',
    },
    sale_ended: {
      title: 'The sale has ended',
      text: 'Tickets for this event are no longer sold here. Those already bought stay valid.',
    },
    ended: { title: 'This event is over', text: 'Thank you to everyone who came.' },
    cancelled: {
      title: 'This event was cancelled',
      text: 'Tickets are no longer sold. Everyone who paid gets a full refund, the way they paid, and an e-mail about it. Banks may take a few days.',
    },
  },

  promo: {
    question: 'Have a promo code?',
    label: 'Promo code',
    apply: 'Apply',
    remove: 'Remove',
    applied: (code: string) => `Code ${code} applied`,
    later: 'The code applies once you choose tickets.',
    notTaken: (code: string, why: string) => `Code ${code} can’t be used: ${why}.`,
    problems: {
      unknown: 'it isn’t a code of this event',
      other_tickets: 'it is for other tickets',
      not_now: 'it has been used up, or isn’t valid today',
      any: 'it is unknown, used up, or for other tickets',
    },
    goOn: 'You can continue without it.',
    wentOn: (total: string) => `Continuing without it. Total: ${total}.`,
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
    about: 'We send your tickets to this e-mail address.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    phone: 'Phone',
    optional: 'optional',
    meant: (address: string) => `Did you mean ${address}?`,
    phoneHint: (sample: string) => `Such as ${sample}`,
    split: 'Send each ticket to its own person',
    splitAbout: 'Each person gets their ticket by e-mail, in their own name.',
    ticket: (number: number, name: string) => `Ticket ${number}: ${name}`,
    mine: 'This one is for me',
    back: 'Change tickets',
    pay: (total: string) => `Pay ${total}`,
    confirm: 'Get your tickets',
    wrong: (count: number) => (count === 1 ? 'Please fix one field.' : `Please fix ${count} fields.`),
    priceChanged: (total: string) => `The price changed to ${total}. Please check it before you continue.`,
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
      other_choice: 'Choose one from the list.',
    },
  },

  hold: {
    left: (clock: string) => `Held for ${clock}`,
    minutesLeft: (minutes: number) =>
      minutes === 1
        ? 'Your tickets are held for one more minute.'
        : `Your tickets are held for ${minutes} more minutes.`,
    moreTime: 'I need more time',
    ended:
      'Your hold has expired. Your tickets went back on sale. Your choice and your details are still here.',
    again: 'Hold them again',
    heldAgain: 'We’re holding your tickets again.',
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
    over: 'The time to pay is over. We’re checking with the payment service one last time.',
    now: (total: string) => `Pay ${total} now`,
    leaving: 'Taking you to the payment page…',
    stuck: 'Nothing happening? Continue to payment',
    newTab: 'The payment opens in a new tab. Keep this page open: your tickets appear here.',
    open: (total: string) => `Pay ${total} in a new tab`,
    openAgain: 'Open the payment again',
    waiting: 'Waiting for your payment…',
    underWayTitle: 'Your payment is under way',
    underWay: 'Don’t pay again. When your money arrives, we e-mail your tickets or refund you.',
    unfinishedTitle: 'Not paid yet',
    unfinished:
      'If you have just paid, your tickets appear here in a moment. If not, pay now: we still hold your tickets.',
    stoppedTitle: 'You stopped the payment',
    stopped: 'You weren’t charged, and we still hold your tickets. Pay now, or change your order.',
    change: 'Change details or tickets',
    checking: 'Looking up your order…',
    byEmail: 'This page can’t show your order. Please open the link in your e-mail.',
    expiredTitle: 'This order has expired',
    expired:
      'It wasn’t paid in time, so the tickets went back on sale. If a payment still arrives, you get your tickets or your money back.',
    cancelledTitle: 'This order was cancelled',
    cancelled: 'You won’t be charged for it.',
    failedTitle: 'The payment could not be started',
    failed: 'The payment service didn’t answer. You weren’t charged.',
    refundedTitle: 'This order was refunded',
    refunded: 'Its tickets can no longer be used. The receipt shows your refund.',
    voidTitle: 'These tickets were cancelled',
    void: 'If you paid for them, the receipt shows your refund.',
    receipt: 'See the receipt',
    startAgain: 'Start again',
    reference: (reference: string) => `Order ${reference}`,
  },

  done: {
    heading: (count: number): string => (count === 1 ? 'Your ticket is ready' : 'Your tickets are ready'),
    loading: 'Fetching your tickets…',
    sentTo: 'Sent to',
    resend: 'Send again',
    resent: 'Sent again. Check your inbox in a minute.',
    calendar: 'Add to calendar',
    whatsApp: 'Share on WhatsApp',
    share: 'Share the event',
    copied: 'The link is copied.',
    pdf: 'Download PDF',
    receipt: 'Receipt',
    ticket: (number: number, count: number) => (count === 1 ? 'Ticket' : `Ticket ${number} of ${count}`),
    partlyRefunded:
      'Part of this order was cancelled or refunded; see the receipt. The tickets here are valid.',
    rest: (count: number): string =>
      count === 1
        ? 'One more ticket is in the PDF, on the receipt and in your e-mail.'
        : `The other ${count} tickets are in the PDF, on the receipt and in your e-mail.`,
    seat: 'Seat',
    holder: 'Holder',
    shortCode: 'Short code, if it can’t be scanned',
    more: 'Buy more tickets',
  },

  trouble: {
    retry: 'Try again',
    offline: 'You’re offline. Nothing is lost: try again when you’re back online.',
    slow: 'This is taking too long. Nothing is lost: try again.',
    picker: 'The seat map could not be loaded.',
  },

  /** By the reason or the `error_code`; for any other the server's own sentence is shown. */
  errors: {
    tickets_unavailable: 'These tickets just sold out. We updated the list.',
    quantity_limit: 'That’s more than one order allows.',
    too_many_held:
      'Too many tickets are on hold from your network. Choose fewer, pay for the ones you hold, or try again later.',
    unknown_ticket: 'One of these tickets is no longer sold. Please choose again.',
    validation_failed: 'Please check the highlighted field.',
    reservation_expired: 'Your hold has expired. Hold the tickets again to continue.',
    quote_mismatch: 'Your order changed in the meantime. Please check it and continue.',
    order_exists: 'These tickets have already been ordered.',
    order_in_progress: 'We’re already placing your order. Try again in a few seconds.',
    not_found: 'This page no longer exists.',
    rate_limited: 'Too many attempts. Wait a moment, then try again.',
    payment_gateway_error: 'The payment service isn’t answering. We still hold your tickets: try again.',
    sum_not_payable:
      'The payment service can’t charge exactly this sum. Choose another number of tickets, or leave out the promo code.',
    internal_error: 'Something went wrong on our side. Nothing is lost: try again.',
    unavailable: 'Many people are buying right now. Nothing is lost: try again in a moment.',
  } as Record<string, string>,
};

export type Texts = typeof en;
