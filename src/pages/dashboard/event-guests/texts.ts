import type { GuestHow, GuestState } from './data.ts';
import { pageTexts } from '../texts/page-texts.ts';

export const en = {
  list: 'Guests',
  add: 'Add guests',
  emptyTitle: 'No guests yet',
  emptyText: 'You see everyone with a ticket here: bought, complimentary or sold at the counter.',
  nothingTitle: 'No guests match',
  nothingText:
    'Remove a filter, or search by the start of a last name, a full name, an e-mail address, an order reference or a ticket’s short code.',
  guests: 'Guests',
  cameIn: 'Checked in',
  void: 'Void tickets',
  search: 'Name, e-mail, reference or short code',
  name: 'Guest',
  type: 'Ticket type',
  seat: 'Seat',
  state: 'Status',
  how: 'How',
  order: 'Order',
  noSeat: '–',
  seatOf: ({ section, row, seat }: { section: string; row: string; seat: string }) =>
    `${section}, ${row} ${seat}`,
  states: { good: 'Valid', came_in: 'Checked in', void: 'Void' } satisfies Record<GuestState, string>,
  hows: {
    bought: 'Bought',
    complimentary: 'Complimentary',
    counter: 'Counter',
  } satisfies Record<GuestHow, string>,
};

export const useEventGuestsTexts = pageTexts({ en, fr: en });
