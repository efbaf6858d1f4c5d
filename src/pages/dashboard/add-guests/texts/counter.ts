const count = (number: number, one: string, many: string): string =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en')} ${many}`;

/** What the forms for orders that the host makes say: sold at the counter, or given away with seats. */
export const counter = {
  sellTitle: 'Sell tickets yourself',
  sellIntro:
    'For buyers who pay you directly: in cash, by transfer, with your own card reader. The tickets are good at once and go out by e-mail. No fee is taken, and reports keep this money apart from what gateways took.',
  giveTitle: 'Give tickets and seats to a guest',
  giveIntro:
    'Choose the seats on the map and say who gets them. The tickets are good at once and go out by e-mail. Nobody is charged anything.',
  tickets: 'Tickets',
  left: (number: number) => (number === 0 ? 'none left' : `${number.toLocaleString('en')} left`),
  seatCount: (number: number) =>
    number === 0 ? 'Choose seats below' : `${count(number, 'seat', 'seats')} chosen`,
  quantity: (name: string) => `How many of ${name}`,
  less: (name: string) => `One ${name} less`,
  more: (name: string) => `One ${name} more`,
  price: (name: string) => `Price of one ${name}`,
  priceShort: 'Each',
  noTickets: 'Choose at least one ticket.',
  buyer: 'Buyer',
  guest: 'Guest',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  emailHint: 'The tickets are sent there.',
  language: 'Language of the tickets',
  languages: { en: 'English', fr: 'French' },
  payment: 'Payment',
  paidBy: 'Paid',
  paidWays: { cash: 'In cash', transfer: 'By transfer', card: 'By card', other: 'In another way' },
  note: 'Note',
  noteHint: 'For your team only, such as the number of a bank slip. Buyers don’t see it.',
  guestNote: 'Note to the guest',
  guestNoteHint: 'In the e-mail with the tickets, as your words. Plain text.',
  total: 'Total',
  totalOf: (tickets: number) => count(tickets, 'ticket', 'tickets'),
  sell: 'Sell the tickets',
  sellFor: (sum: string) => `Sell for ${sum}`,
  give: 'Give the tickets',
  sold: (tickets: number, sum: string, email: string) =>
    `Sold: ${count(tickets, 'ticket', 'tickets')} for ${sum}. They are on their way to ${email}.`,
  given: (tickets: number, email: string) =>
    `Given away: ${count(tickets, 'ticket', 'tickets')}. They are on their way to ${email}.`,
  seeOrder: 'See the order',
  noTypes: 'No ticket types yet',
  noTypesText: 'Add a ticket type first: then you can sell its tickets here.',
  addTypes: 'Add ticket types',
};
