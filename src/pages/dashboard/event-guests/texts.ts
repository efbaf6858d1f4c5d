import type { GuestHow, GuestState } from './data.ts';
import { pageTexts } from '../texts/page-texts.ts';

export const en = {
  list: 'Guests',
  add: 'Add guests',
  emptyTitle: 'No guests yet',
  emptyText:
    'Everybody with a ticket is listed here, whether they bought it, were given it, or paid at the counter.',
  nothingTitle: 'Nobody fits',
  nothingText:
    'Take a filter away, or search by the beginning of a last name, a first and a last name, an e-mail address, an order’s reference, or a ticket’s short code.',
  guests: 'Guests',
  cameIn: 'Came in',
  void: 'Void tickets',
  search: 'Name, e-mail, reference or short code',
  name: 'Guest',
  type: 'Ticket type',
  seat: 'Seat',
  state: 'State',
  how: 'How',
  order: 'Order',
  noSeat: '–',
  seatOf: ({ section, row, seat }: { section: string; row: string; seat: string }) =>
    `${section}, ${row} ${seat}`,
  states: { good: 'Valid', came_in: 'Came in', void: 'Void' } satisfies Record<GuestState, string>,
  hows: {
    bought: 'Bought',
    complimentary: 'Complimentary',
    counter: 'Counter',
  } satisfies Record<GuestHow, string>,
};

export const useEventGuestsTexts = pageTexts({ en, fr: en });
