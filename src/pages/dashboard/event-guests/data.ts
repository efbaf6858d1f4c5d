import type { GuestCounts } from '../../../tickets/count-guests.ts';
import type { GuestHow, GuestState } from '../../../tickets/guest-marks.ts';
import type { Guest } from '../../../tickets/list-guests.ts';
import type { ShownEvent } from '../event-layout/data.ts';

export type ShownGuest = Pick<
  Guest,
  'ticketId' | 'firstName' | 'lastName' | 'email' | 'typeName' | 'seat' | 'state' | 'how' | 'reference'
> & {
  /** When the guest came in, in ISO 8601. */
  usedAt: string | null;
};

/** Who comes to an event, a ticket to a line. */
export type EventGuestsView = {
  event: ShownEvent;
  ticketTypes: { ticketTypeId: string; name: string }[];
  /** Of the event, whatever the filters are. */
  counts: GuestCounts;
  guests: ShownGuest[];
  nextCursor: string | null;
};

export type { GuestHow, GuestState };
