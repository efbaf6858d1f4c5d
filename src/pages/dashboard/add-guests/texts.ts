import type { CellProblem } from '../../../csv/preview-csv.ts';
import type { Way } from './data.ts';
import { MAX_NOTE_CHARACTERS } from '../../../values/order-source.ts';
import { MAX_TICKETS_OF_GIFT } from '../../../values/guest-list.ts';
import { plural } from '../texts/en/words.ts';
import { pageTexts } from '../texts/page-texts.ts';

const inTickets = (count: number): string => plural(count, 'ticket', 'tickets');
const inGuests = (count: number): string => plural(count, 'guest', 'guests');

const en = {
  ways: 'How to add guests',
  way: {
    give: 'Give tickets away',
    list: 'From a list',
    counter: 'Sell at the counter',
  } satisfies Record<Way, string>,
  back: 'All guests',
  closed: {
    draft: 'This event is a draft. Publish it first: then its tickets are good.',
    cancelled: 'This event was cancelled. Nobody can be added any more.',
    ended: 'This event is over. Nobody can be added any more.',
  } as Record<string, string>,
  give: {
    title: 'Give tickets to a guest',
    intro:
      'Free tickets for one person, taken from what is left. Several tickets go to the same address, in one order. Limits per order don’t count here.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    language: 'Language of the e-mail and the tickets',
    languages: { en: 'English', fr: 'French' },
    tickets: 'Tickets',
    left: (count: number) => (count === 0 ? 'none left' : `${count.toLocaleString('en')} left`),
    howMany: (name: string) => `How many of ${name}`,
    chooseSome: 'Say how many tickets, of one ticket type at least.',
    sendsMail: 'Send the tickets by e-mail',
    sendsMailHint: 'If not, you can send them later, from the order’s page.',
    guestNote: 'Note to the guest',
    guestNoteHint: 'In the e-mail with the tickets, as your words. Plain text.',
    submit: 'Give the tickets',
    given: 'The tickets were given.',
    see: 'See the order',
    noTypes: 'This event has no tickets that can be given without choosing a seat.',
  },
  list: {
    title: 'Give tickets to a list of guests',
    intro:
      'A line for each guest: first name, last name, e-mail, ticket type, and if you like a quantity, a language and a note to the guest. Each line becomes an order of its own. All of the list is taken in, or nothing.',
    guestNote: 'Note to all guests',
    guestNoteHint:
      'In the e-mail with the tickets, as your words. Plain text. A guest whose line has a note gets that one.',
    take: (lines: number) => `Give ${inGuests(lines)} their tickets`,
    working: (count: number) => `${inGuests(count)} are being added…`,
    taken: (count: number, given: number) => `${inGuests(count)} were given ${inTickets(given)}.`,
    refused: (reason: string) => `Nobody was given anything. ${reason}`,
    earlier: 'Lists that were sent in',
    when: 'When',
    who: 'By',
    size: 'Guests',
    outcome: 'Outcome',
    states: { waiting: 'Being taken in', taken: 'Taken in', refused: 'Refused' },
    problem: ({ problem, value, otherLine = 0 }: CellProblem): string =>
      PROBLEMS[problem]?.(value, otherLine) ?? problem,
  },
};

const PROBLEMS: Record<string, ((value: string, otherLine: number) => string) | undefined> = {
  required: () => 'A name, the e-mail or the ticket type is missing.',
  not_a_name: (value) => `“${value}” can’t be a name: it has a link in it, or over 100 characters.`,
  not_an_email: (value) => `“${value}” is no e-mail address.`,
  unknown_ticket_type: (value) => `There is no ticket type “${value}”.`,
  two_ticket_types: (value) => `Two ticket types are called “${value}”: rename one of them first.`,
  has_seats: (value) => `“${value}” has seats: choose them one by one.`,
  not_a_quantity: (value) => `“${value}” is no whole number from 1 to ${MAX_TICKETS_OF_GIFT}.`,
  not_a_language: (value) => `“${value}” is not one of en and fr.`,
  not_a_note: () => `The note has over ${MAX_NOTE_CHARACTERS} characters, or signs that are no text.`,
  too_few_left: (value) => `With the lines above, there are not enough of “${value}” left.`,
  too_many_tickets: (value) =>
    `A list can have ${Number(value).toLocaleString('en')} tickets at most. Send it in parts.`,
  double: (value, line) => `${value} gets this ticket type in line ${line} already.`,
};

/** What the forms for orders that the host makes say: sold at the counter, or given away with seats. */
const counter = {
  sellTitle: 'Sell tickets yourself',
  sellIntro:
    'For buyers who pay you directly: in cash, by transfer, with your own card reader. The tickets are good at once and go out by e-mail. No fee is taken, and reports keep this money apart from what gateways took.',
  giveTitle: 'Give tickets and seats to a guest',
  giveIntro:
    'Choose the seats on the map and say who gets them. The tickets are good at once and go out by e-mail. Nobody is charged anything.',
  tickets: 'Tickets',
  left: (number: number) => (number === 0 ? 'none left' : `${number.toLocaleString('en')} left`),
  seatCount: (number: number) =>
    number === 0 ? 'Choose seats below' : `${plural(number, 'seat', 'seats')} chosen`,
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
  totalOf: (tickets: number) => inTickets(tickets),
  sell: 'Sell the tickets',
  sellFor: (sum: string) => `Sell for ${sum}`,
  give: 'Give the tickets',
  sold: (tickets: number, sum: string, email: string) =>
    `Sold: ${inTickets(tickets)} for ${sum}. They are on their way to ${email}.`,
  given: (tickets: number, email: string) =>
    `Given away: ${inTickets(tickets)}. They are on their way to ${email}.`,
  seeOrder: 'See the order',
  noTypes: 'No ticket types yet',
  noTypesText: 'Add a ticket type first: then you can sell its tickets here.',
  addTypes: 'Add ticket types',
};

export const useAddGuestsTexts = pageTexts({ en, fr: en });
export const useCounterTexts = pageTexts({ en: counter, fr: counter });
