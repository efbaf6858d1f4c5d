import type { CellProblem } from '../../../csv/preview-csv.ts';
import type { Way } from './data.ts';
import { MAX_NOTE_CHARACTERS } from '../../../rules/order-source.ts';
import { MAX_TICKETS_OF_GIFT } from '../../../rules/guest-list.ts';
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
    draft: 'This event is a draft. Publish it first to make its tickets valid.',
    cancelled: 'This event was cancelled. You can’t add guests.',
    ended: 'This event is over. You can’t add guests.',
  } as Record<string, string>,
  give: {
    title: 'Give tickets to a guest',
    intro:
      'Give one person free tickets from the remaining stock. All tickets go to one address, in one order. Limits per order don’t apply here.',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    language: 'Language of the e-mail and the tickets',
    languages: { en: 'English', fr: 'French', pt: 'Portuguese' },
    tickets: 'Tickets',
    left: (count: number) => (count === 0 ? 'none left' : `${count.toLocaleString('en')} left`),
    howMany: (name: string) => `Quantity of ${name}`,
    chooseSome: 'Enter a quantity for at least one ticket type.',
    sendsMail: 'Send the tickets by e-mail',
    sendsMailHint: 'You can also send them later from the order’s page.',
    guestNote: 'Note to the guest',
    guestNoteHint: 'We add it to the e-mail with the tickets. Plain text.',
    submit: 'Give tickets',
    given: 'Tickets given.',
    see: 'See the order',
    noTypes: 'All tickets of this event need a seat.',
  },
  list: {
    title: 'Give tickets to a list of guests',
    intro:
      'Use one line per guest: first name, last name, e-mail and ticket type. Quantity, language and a note to the guest are optional. Each line becomes its own order. We add all guests or none.',
    guestNote: 'Note to all guests',
    guestNoteHint:
      'We add it to the e-mail with the tickets. Plain text. A note in a guest’s line replaces it.',
    take: (lines: number) => `Give tickets to ${inGuests(lines)}`,
    working: (count: number) => `Adding ${inGuests(count)}…`,
    taken: (count: number, given: number) => `Gave ${inTickets(given)} to ${inGuests(count)}.`,
    refused: (reason: string) => `No tickets were given. ${reason}`,
    earlier: 'Earlier lists',
    when: 'When',
    who: 'By',
    size: 'Guests',
    outcome: 'Outcome',
    states: { waiting: 'Adding guests', taken: 'Added', refused: 'Refused' },
    problem: ({ problem, value, otherLine = 0 }: CellProblem): string =>
      PROBLEMS[problem]?.(value, otherLine) ?? problem,
  },
};

const PROBLEMS: Record<string, ((value: string, otherLine: number) => string) | undefined> = {
  required: () => 'Add the missing name, e-mail or ticket type.',
  not_a_name: (value) => `“${value}” is not a valid name. Use at most 100 characters and no link.`,
  not_an_email: (value) => `“${value}” is not an e-mail address.`,
  unknown_ticket_type: (value) => `There is no ticket type “${value}”.`,
  two_ticket_types: (value) => `Two ticket types are called “${value}”. Rename one first.`,
  has_seats: (value) => `“${value}” has seats. Choose them on the map.`,
  not_a_quantity: () => `Quantity must be 1–${MAX_TICKETS_OF_GIFT}.`,
  not_a_language: (value) => `Language must be en or fr, not “${value}”.`,
  not_a_note: () => `Use plain text of at most ${MAX_NOTE_CHARACTERS} characters for the note.`,
  too_few_left: (value) => `Not enough “${value}” tickets left, counting the lines above.`,
  too_many_tickets: (value) =>
    `A list can have at most ${Number(value).toLocaleString('en')} tickets. Split it.`,
  double: (value, line) => `${value} already gets this ticket type in line ${line}.`,
};

/** Texts of the forms for orders that the host makes: sold at the counter, or given away with seats. */
const counter = {
  sellTitle: 'Sell tickets yourself',
  sellIntro:
    'For buyers who pay you directly: in cash, by transfer or with your own card reader. Tickets are valid at once and we e-mail them. We take no fee. Reports list this money apart from gateway payments.',
  giveTitle: 'Give tickets and seats to a guest',
  giveIntro:
    'Choose seats on the map and enter the guest. Tickets are valid at once and we e-mail them. Nobody pays anything.',
  tickets: 'Tickets',
  left: (number: number) => (number === 0 ? 'none left' : `${number.toLocaleString('en')} left`),
  seatCount: (number: number) =>
    number === 0 ? 'Choose seats below' : `${plural(number, 'seat', 'seats')} chosen`,
  quantity: (name: string) => `Quantity of ${name}`,
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
  emailHint: 'We send the tickets here.',
  language: 'Language of the tickets',
  languages: { en: 'English', fr: 'French', pt: 'Portuguese' },
  payment: 'Payment',
  paidBy: 'Paid',
  paidWays: { cash: 'In cash', transfer: 'By transfer', card: 'By card', other: 'Other' },
  note: 'Note',
  noteHint: 'For your team only, e.g. a bank slip number. Buyers don’t see it.',
  guestNote: 'Note to the guest',
  guestNoteHint: 'We add it to the e-mail with the tickets. Plain text.',
  total: 'Total',
  totalOf: (tickets: number) => inTickets(tickets),
  sell: 'Sell tickets',
  sellFor: (sum: string) => `Sell for ${sum}`,
  give: 'Give tickets',
  sold: (tickets: number, sum: string, email: string) =>
    `Sold ${inTickets(tickets)} for ${sum}. We are sending them to ${email}.`,
  given: (tickets: number, email: string) =>
    `Gave away ${inTickets(tickets)}. We are sending them to ${email}.`,
  seeOrder: 'See the order',
  noTypes: 'No ticket types yet',
  noTypesText: 'Add a ticket type first, then sell its tickets here.',
  addTypes: 'Add ticket types',
};

export const useAddGuestsTexts = pageTexts({ en, fr: en });
export const useCounterTexts = pageTexts({ en: counter, fr: counter });
