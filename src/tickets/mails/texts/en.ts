/** All that mails say, in English. The other languages have the same keys: the types see to it. Names come in unlinked. */
export const en = {
  seeOrder: 'See your order',
  seeTickets: 'See your tickets',
  yourOrder: (receiptUrl: string) => `Your order: ${receiptUrl}`,
  ask: (host: string) => `Questions about the event? Contact ${host}.`,
  /** The address follows. */
  askAt: (host: string) => `Questions about the event? Contact ${host}:`,

  newsOf: (host: string) => `News from ${host}`,
  /** The host's text follows. */
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
      `The name on ticket ${position} was changed on the page of the order. The codes stay the same. If you didn’t make this change, contact ${host}.`,
    moved: ({ from, to, host }: { from: string; to: string; host: string }) =>
      `${host} has changed your seat from ${from} to ${to}. Use this code; the code in an earlier e-mail no longer works.`,
    replacement: 'Use these codes; the codes in earlier e-mails for this order no longer work.',
    /** A link to the receipt follows. */
    asks: 'The host has questions for you:',
    answer: 'answer them on your tickets’ page',
    when: 'When',
    where: 'Where',
    map: 'Open the map',
    directions: 'Getting there',
    /** The same of an online event. */
    join: 'How to join',
    code: (number: number) => `Code of ticket ${number}. It is in the PDF too.`,
    shortCode: 'Short code',
    allInPdf: (count: number) => `All ${count} tickets are in the PDF.`,
    allOnPage: (count: number) => `All ${count} tickets are on your order’s page.`,
    discount: 'Discount',
    fees: 'Fees',
    total: 'Total paid',
    footer: (reference: string) => `Order ${reference}. Each code lets one person in, once: do not share it.`,
    files: { code: 'ticket', poster: 'poster' },
  },

  /** Below the total. */
  taxes: {
    vat: (rate: string) => `of which VAT ${rate}`,
    tax: (name: string, rate: string) => `of which ${name} ${rate}`,
    exempt: (name: string) => `of which exempt from tax (${name})`,
    line: (name: string, amount: string) => `${name}: ${amount}`,
  },

  /** The tickets’ mail without markup. */
  plain: {
    by: (host: string) => `by ${host}`,
    when: (when: string) => `When:  ${when}`,
    where: (place: string) => `Where: ${place}`,
    ticket: (number: number, what: string, { name, shortCode }: { name: string; shortCode: string }) =>
      `Ticket ${number}: ${what}, for ${name}. Short code ${shortCode}`,
    codes: 'Show the codes in the PDF at the door. If a code can’t be scanned, use its short code.',
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
    wait: 'You don’t need to do anything. Your bank may take up to ten working days.',
    footer: (host: string) => `From ${host}, by Tessera.`,
  },

  returned: {
    title: (amount: string) => `We are sending ${amount} back to you`,
    news: ({ name, amount, event }: { name: string; amount: string; event: string }) =>
      `Hello ${name}, we are refunding your payment of ${amount} for ${event} to the payment method you used.`,
    why: {
      gone: 'It arrived after the time to pay was over, and the tickets had been sold to others. You have no tickets from this order.',
      code_used:
        'It arrived after the time to pay was over, and the promo code of this order had been used up. You have no tickets from this order.',
      price_changed:
        'It arrived after this order had ended, and its tickets are no longer on sale at that price. You have no tickets from this order.',
      bought_already:
        'You had already bought these tickets with a later order. Those tickets are valid; this payment was not needed.',
      admission_used:
        'Your turn in the waiting room is good for one purchase, and you had already made one. Those tickets are valid; you have none from this order.',
      surplus: 'The order was already paid. Your tickets are valid; this second payment was not needed.',
      mismatch: 'The amount or the currency does not match the order, so you got no tickets for it.',
    },
    /** The same of an order for a change of seat. */
    seatNotChanged: 'It arrived when your seat could no longer be changed. Your ticket stays as it was.',
    /** In place of why it was late. */
    eventCancelled: 'It arrived after the event was cancelled. You have no tickets from this order.',
  },

  refunded: {
    title: (amount: string) => `Your refund of ${amount}`,
    news: ({ name, host, amount, event }: Record<'name' | 'host' | 'amount' | 'event', string>) =>
      `Hello ${name}, ${host} refunds you ${amount} for ${event}, to the payment method you used.`,
    settledByHand: ({ name, host, amount, event }: Record<'name' | 'host' | 'amount' | 'event', string>) =>
      `Hello ${name}, ${host} has settled your refund of ${amount} for ${event} in another way than you paid.`,
    /** For hosts that were paid without a gateway. */
    byHost: ({ name, host, amount, event }: Record<'name' | 'host' | 'amount' | 'event', string>) =>
      `Hello ${name}, ${host} refunds you ${amount} for ${event}. You paid ${host} directly, so ${host} pays you back directly.`,
    ticket: (number: number, type: string) => `ticket ${number} (${type})`,
    gone: (tickets: string[]) =>
      `${tickets.length === 1 ? 'This ticket no longer admits anyone' : 'These tickets no longer admit anyone'}: ${tickets.join(', ')}.`,
    kept: (count: number) =>
      count === 1 ? 'One ticket is still valid.' : `${count} tickets are still valid.`,
    ask: (host: string) =>
      `If you don’t know how you received it, contact ${host} and mention the order below.`,
    askHow: (host: string) =>
      `If you don’t know how you will receive it, contact ${host} and mention the order below.`,
  },

  passedOn: {
    title: (event: string) => `Your ticket for ${event} was passed on`,
    news: ({ host, event }: Record<'host' | 'event', string>) =>
      `Hello, ${host} has passed on your ticket for ${event} to another person.`,
    dead: 'Your code for it no longer works.',
    ask: (host: string) => `If you did not ask for this, contact ${host} and mention the order below.`,
    ticket: 'Ticket',
  },

  /** The host has given the order another address. */
  addressChanged: {
    title: (event: string) => `Your tickets for ${event} were sent to another address`,
    news: ({ host, event }: Record<'host' | 'event', string>) =>
      `Hello, ${host} has changed the e-mail address of your order for ${event}. The tickets were sent to another address.`,
    dead: 'The codes that you got here no longer work.',
    ask: (host: string) => `If you did not ask for this, contact ${host} and mention the order below.`,
  },

  /** Asks for the price difference of a better seat. */
  seatChangeDue: {
    title: (event: string) => `Your new seat at ${event}`,
    news: ({ name, host, event }: Record<'name' | 'host' | 'event', string>) =>
      `Hello ${name}, ${host} is holding another seat for you at ${event}. It costs more than you paid.`,
    what: (amount: string) =>
      `Pay the difference of ${amount}, and the seat is yours: you get a ticket with a new code. Until then your current ticket stays valid.`,
    ask: (host: string) => `If you did not ask for this, you don’t need to do anything, or contact ${host}.`,
    seat: 'Change',
    pay: 'Pay the difference',
    paid: ({ name, amount, event }: Record<'name' | 'amount' | 'event', string>) =>
      `Hello ${name}, we received your payment of ${amount}: your ticket for ${event} has its new seat.`,
    toHolder: 'We sent the ticket holder a new code. The old code no longer works.',
  },

  /** Tickets that the host made void, for which no money goes back. */
  voided: {
    title: (event: string, count: number) =>
      count === 1 ? `Your ticket for ${event} was cancelled` : `Your tickets for ${event} were cancelled`,
    news: ({ name, host, event }: Record<'name' | 'host' | 'event', string>, count: number) =>
      `Hello ${name}, ${host} has cancelled ${count === 1 ? 'a ticket' : `${count} tickets`} of your order for ${event}.`,
    noMoney: 'There is no refund for this.',
  },

  cancelled: {
    title: (event: string) => `Cancelled: ${event}`,
    news: ({ name, host, event, date }: Record<'name' | 'host' | 'event' | 'date', string>) =>
      `Hello ${name}, ${host} has cancelled ${event}, planned for ${date}. Your tickets are no longer valid.`,
    goesBack: (amount: string) =>
      `You get back everything you paid, fees included, by the payment method you used: ${amount}.`,
    hostGivesBack: (amount: string, host: string) =>
      `You paid ${host} directly, so ${host} pays you back directly: ${amount}.`,
    wentBack: 'Everything you paid for this order has already been refunded, or is on its way.',
    free: 'You paid nothing for this order, so there is nothing to refund.',
    guest: (buyer: string) => `${buyer}, who ordered your ticket, gets the refund.`,
    wasOn: 'Planned for',
  },

  postponed: {
    title: (event: string) => `New date: ${event}`,
    news: ({ name, host, event, date }: Record<'name' | 'host' | 'event' | 'date', string>) =>
      `Hello ${name}, ${host} has moved ${event} to ${date}.`,
    stayGood:
      'Your tickets are valid for the new date; you don’t need to exchange them. The attached calendar file has the new date.',
    offer: (until: string) =>
      `If you can’t come, you can return all tickets of your order on its page until ${until}, and get back everything you paid, fees included.`,
    offerFree: (until: string) =>
      `If you can’t come, please return the tickets on your order’s page by ${until}, so that others can have them.`,
    guest: (buyer: string) => `If you can’t come, ask ${buyer}, who ordered your ticket, to return it.`,
    askHost: (host: string) => `If you can’t come, contact ${host} about returning tickets.`,
    now: 'New date',
    before: 'Instead of',
  },

  /** The host's message to ticket holders. */
  message: {
    kicker: (host: string) => `A message from ${host}`,
    event: 'Event',
    when: 'When',
    toBuyer: ({ host, event }: Record<'host' | 'event', string>) =>
      `You get this e-mail because you ordered tickets for ${event}. ${host}, who organises it, wrote the message; Tessera sent it.`,
    toGuest: ({ host, event }: Record<'host' | 'event', string>) =>
      `You get this e-mail because you have a ticket for ${event}. ${host}, who organises it, wrote the message; Tessera sent it.`,
    test: (subject: string) => `Test: ${subject}`,
  },
};

export type MailTexts = typeof en;
