/** All that mails say, in English. The other languages have the same keys: the types see to it. Names come in unlinked. */
export const en = {
  seeOrder: 'See your order',
  yourOrder: (receiptUrl: string) => `Your order: ${receiptUrl}`,
  ask: (host: string) => `Questions about the event? Ask ${host}.`,
  /** The address follows. */
  askAt: (host: string) => `Questions about the event? Ask ${host}:`,

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
    replacement: 'Use these codes: those of an earlier e-mail for this order no longer let anybody in.',
    when: 'When',
    where: 'Where',
    directions: 'Getting there',
    code: (number: number) => `Code of ticket ${number}. It is in the PDF too.`,
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
    ticket: (number: number, what: string, { name }: { name: string }) =>
      `Ticket ${number}: ${what}, for ${name}`,
    codes: 'The codes to show at the door are in the PDF.',
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
      late: 'It came after the time to pay was over, and the tickets had gone to others by then. You have no tickets from this order.',
      surplus:
        'The order was paid already. Your tickets are yours, and this second payment was one too many.',
      mismatch:
        'It is not the sum, or not the currency, that the order asked for, so no tickets were issued for it.',
    },
  },

  refunded: {
    title: (amount: string) => `Your refund of ${amount}`,
    news: ({ name, host, amount, event }: Record<'name' | 'host' | 'amount' | 'event', string>) =>
      `Hello ${name}, ${host} refunds you ${amount} for ${event}. It goes back the way you paid.`,
    settledByHand: ({ name, host, amount, event }: Record<'name' | 'host' | 'amount' | 'event', string>) =>
      `Hello ${name}, ${host} has settled your refund of ${amount} for ${event}. It does not go back the way you paid.`,
    ticket: (number: number, type: string) => `ticket ${number} (${type})`,
    gone: (tickets: string[]) =>
      `${tickets.length === 1 ? 'This ticket no longer admits anyone' : 'These tickets no longer admit anyone'}: ${tickets.join(', ')}.`,
    kept: (count: number) => (count === 1 ? 'One ticket stays good.' : `${count} tickets stay good.`),
    ask: (host: string) => `If you don’t know how you were given it, ask ${host} and name the order below.`,
  },
};

export type MailTexts = typeof en;
