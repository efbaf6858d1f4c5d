/** All that mails say, in English. The other languages have the same keys: the types see to it. Names come in unlinked. */
export const en = {
  seeOrder: 'See your order',
  seeTickets: 'See your tickets',
  yourOrder: (receiptUrl: string) => `Your order: ${receiptUrl}`,
  ask: (host: string) => `Questions about the event? Ask ${host}.`,
  /** The address follows. */
  askAt: (host: string) => `Questions about the event? Ask ${host}:`,

  newsOf: (host: string) => `News from ${host}`,
  /** What the host wrote follows. */
  writes: (host: string) => `${host} writes:`,

  tickets: {
    subject: (event: string, count: number) =>
      count === 1 ? `Your ticket for ${event}` : `Your tickets for ${event}`,
    preview: (date: string, count: number) =>
      `${date}. ${count === 1 ? 'One ticket' : `${count} tickets`} inside.`,
    poster: (event: string) => `Poster of ${event}`,
    toBuyer: (name: string, count: number) =>
      `Hello ${name}, thank you for your order. ${count === 1 ? 'Your ticket is' : 'Your tickets are'} below and in the PDF.`,
    toGuest: ({ name, buyer }: { name: string; buyer: string }, count: number) =>
      `Hello ${name}, ${buyer} got ${count === 1 ? 'a ticket' : 'tickets'} for you.`,
    renamed: ({ position, host }: { position: number; host: string }) =>
      `The name on ticket ${position} was changed on the page of the order. The codes stay the same. If it should not have been, ask ${host}.`,
    moved: ({ from, to, host }: { from: string; to: string; host: string }) =>
      `${host} has changed your seat: it is ${to} now, and no longer ${from}. Use this code: the one of an earlier e-mail no longer lets anybody in.`,
    replacement: 'Use these codes: those of an earlier e-mail for this order no longer let anybody in.',
    /** A link to the receipt follows. */
    asks: 'The host has questions for you:',
    answer: 'answer them on your tickets’ page',
    when: 'When',
    where: 'Where',
    map: 'Open the map',
    directions: 'Getting there',
    code: (number: number) => `Code of ticket ${number}. It is in the PDF too.`,
    shortCode: 'Short code',
    allInPdf: (count: number) => `All ${count} tickets are in the PDF.`,
    allOnPage: (count: number) => `All ${count} tickets are on your order’s page.`,
    discount: 'Discount',
    fees: 'Fees',
    total: 'Total paid',
    footer: (reference: string) =>
      `Order ${reference}. Each code lets one person in, once: keep it to yourself.`,
    files: { code: 'ticket', poster: 'poster' },
  },

  /** The tickets’ mail without markup. */
  plain: {
    by: (host: string) => `by ${host}`,
    when: (when: string) => `When:  ${when}`,
    where: (place: string) => `Where: ${place}`,
    ticket: (number: number, what: string, { name, shortCode }: { name: string; shortCode: string }) =>
      `Ticket ${number}: ${what}, for ${name}. Short code ${shortCode}`,
    codes: 'The codes to show at the door are in the PDF. The short codes are for when one can’t be scanned.',
    asks: (receiptUrl: string) =>
      `The host has questions for you: answer them on your tickets’ page, ${receiptUrl}`,
    total: (amount: string) => `Total paid: ${amount}`,
    order: (reference: string) => `Order ${reference}`,
  },

  money: {
    amount: 'Amount',
    refund: 'Refund',
    order: 'Order',
    fact: (name: string, value: string) => `${name}: ${value}`,
    wait: 'You need not do anything. Banks take up to ten working days to show it.',
    footer: (host: string) => `From ${host}, by Tessera.`,
  },

  returned: {
    title: (amount: string) => `We are sending ${amount} back to you`,
    news: ({ name, amount, event }: { name: string; amount: string; event: string }) =>
      `Hello ${name}, a payment of ${amount} for ${event} goes back to you, the way it came.`,
    why: {
      gone: 'It came after the time to pay was over, and the tickets had gone to others by then. You have no tickets from this order.',
      code_used:
        'It came after the time to pay was over, and the promo code of this order had been used up by then. You have no tickets from this order.',
      price_changed:
        'It came when this order had been given up, and its tickets are no longer on sale at that price. You have no tickets from this order.',
      bought_already:
        'By then you had bought tickets with a later order from the same cart. Those tickets are yours, and this payment was one too many.',
      admission_used:
        'Your turn in the waiting room is good for one purchase, and you had made another by then. Those tickets are yours; you have none from this order.',
      surplus:
        'The order was paid already. Your tickets are yours, and this second payment was one too many.',
      mismatch:
        'It is not the sum, or not the currency, that the order asked for, so no tickets were issued for it.',
    },
    /** The same of an order for a change of seat. */
    seatNotChanged:
      'It came when your seat could no longer be changed. The ticket that you have stays as it was.',
    /** In place of why it was late. */
    eventCancelled: 'It came after the event had been cancelled. You have no tickets from this order.',
  },

  refunded: {
    title: (amount: string) => `Your refund of ${amount}`,
    news: ({ name, host, amount, event }: Record<'name' | 'host' | 'amount' | 'event', string>) =>
      `Hello ${name}, ${host} refunds you ${amount} for ${event}. It goes back the way you paid.`,
    settledByHand: ({ name, host, amount, event }: Record<'name' | 'host' | 'amount' | 'event', string>) =>
      `Hello ${name}, ${host} has settled your refund of ${amount} for ${event}. It does not go back the way you paid.`,
    /** Who was paid without a gateway. */
    byHost: ({ name, host, amount, event }: Record<'name' | 'host' | 'amount' | 'event', string>) =>
      `Hello ${name}, ${host} refunds you ${amount} for ${event}. You paid ${host} directly, so ${host} gives you the money back itself.`,
    ticket: (number: number, type: string) => `ticket ${number} (${type})`,
    gone: (tickets: string[]) =>
      `${tickets.length === 1 ? 'This ticket no longer admits anyone' : 'These tickets no longer admit anyone'}: ${tickets.join(', ')}.`,
    kept: (count: number) => (count === 1 ? 'One ticket stays good.' : `${count} tickets stay good.`),
    ask: (host: string) => `If you don’t know how you were given it, ask ${host} and name the order below.`,
    askHow: (host: string) => `If you don’t know how you get it, ask ${host} and name the order below.`,
  },

  passedOn: {
    title: (event: string) => `Your ticket for ${event} was passed on`,
    news: ({ host, event }: Record<'host' | 'event', string>) =>
      `Hello, ${host} has passed your ticket for ${event} on to another person.`,
    dead: 'The code that you have for it no longer lets anybody in.',
    ask: (host: string) => `If you did not ask for this, ask ${host} and name the order below.`,
    ticket: 'Ticket',
  },

  /** The host has given the order another address. */
  addressChanged: {
    title: (event: string) => `Your tickets for ${event} were sent to another address`,
    news: ({ host, event }: Record<'host' | 'event', string>) =>
      `Hello, ${host} has changed the e-mail address of your order for ${event}. The tickets were sent to another address.`,
    dead: 'The codes that you got here no longer let anybody in.',
    ask: (host: string) => `If you did not ask for this, contact ${host} and name the order below.`,
  },

  /** What a better seat costs more is asked for. */
  seatChangeDue: {
    title: (event: string) => `Your new seat at ${event}`,
    news: ({ name, host, event }: Record<'name' | 'host' | 'event', string>) =>
      `Hello ${name}, ${host} keeps another seat for you at ${event}. It costs more than what you paid.`,
    what: (amount: string) =>
      `As soon as you have paid the difference of ${amount}, the seat is yours, and you are sent a ticket with a new code. Until then your ticket stays good as it is.`,
    ask: (host: string) => `If you did not ask for this, you need not do anything, or ask ${host}.`,
    seat: 'Change',
    pay: 'Pay the difference',
    paid: ({ name, amount, event }: Record<'name' | 'amount' | 'event', string>) =>
      `Hello ${name}, your payment of ${amount} has arrived: the ticket has its new seat at ${event}.`,
    toHolder: 'Whoever holds the ticket was sent it with a new code. The old code is no longer good.',
  },

  /** Tickets that the host made void, for which no money goes back. */
  voided: {
    title: (event: string, count: number) =>
      count === 1 ? `Your ticket for ${event} was cancelled` : `Your tickets for ${event} were cancelled`,
    news: ({ name, host, event }: Record<'name' | 'host' | 'event', string>, count: number) =>
      `Hello ${name}, ${host} has cancelled ${count === 1 ? 'a ticket' : `${count} tickets`} of your order for ${event}.`,
    noMoney: 'No money goes back for this.',
  },

  cancelled: {
    title: (event: string) => `Cancelled: ${event}`,
    news: ({ name, host, event, date }: Record<'name' | 'host' | 'event' | 'date', string>) =>
      `Hello ${name}, ${host} has cancelled ${event}, which was to be on ${date}. Your tickets no longer admit anyone.`,
    goesBack: (amount: string) =>
      `All that you paid, fees included, goes back to you the way you paid: ${amount}.`,
    hostGivesBack: (amount: string, host: string) =>
      `You paid ${host} directly, so ${host} gives you the money back itself: ${amount}.`,
    wentBack: 'All that you paid for this order has gone back to you before, or is on its way.',
    free: 'You paid nothing for this order, so there is nothing to give back.',
    guest: (buyer: string) => `Whatever was paid for your ticket goes back to ${buyer}, who ordered it.`,
    wasOn: 'Was to be',
  },

  postponed: {
    title: (event: string) => `New date: ${event}`,
    news: ({ name, host, event, date }: Record<'name' | 'host' | 'event' | 'date', string>) =>
      `Hello ${name}, ${host} has moved ${event} to ${date}.`,
    stayGood:
      'Your tickets stay good for the new date: there is nothing to exchange. The calendar file with this e-mail has the new date.',
    offer: (until: string) =>
      `If you can’t come, you may give all tickets of your order back on its page until ${until}, and get back all that you paid, fees included.`,
    offerFree: (until: string) =>
      `If you can’t come, please give the tickets back on your order’s page until ${until}, so that others can have them.`,
    guest: (buyer: string) =>
      `If you can’t come, ask ${buyer}, who ordered your ticket, about giving it back.`,
    askHost: (host: string) => `If you can’t come, ask ${host} about giving tickets back.`,
    now: 'New date',
    before: 'Instead of',
  },

  /** What the host writes to those who have tickets. */
  message: {
    kicker: (host: string) => `A message from ${host}`,
    event: 'Event',
    when: 'When',
    toBuyer: ({ host, event }: Record<'host' | 'event', string>) =>
      `You get this because you ordered tickets for ${event}. ${host}, who organises it, wrote the message; Tessera sent it.`,
    toGuest: ({ host, event }: Record<'host' | 'event', string>) =>
      `You get this because you have a ticket for ${event}. ${host}, who organises it, wrote the message; Tessera sent it.`,
    test: (subject: string) => `Test: ${subject}`,
  },
};

export type MailTexts = typeof en;
