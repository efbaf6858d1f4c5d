import type { GuestCounts } from '../../../tickets/count-guests.ts';
import type { GuestHow, GuestState } from '../../../tickets/guest-marks.ts';
import type { Guest } from '../../../tickets/list-guests.ts';
import type { ShownEvent } from '../event-layout/data.ts';

export type ShownGuest = Pick<
  Guest,
  'ticketId' | 'firstName' | 'lastName' | 'email' | 'typeName' | 'seat' | 'state' | 'how' | 'reference'
> & {
  /** The time of check-in, in ISO 8601. */
  usedAt: string | null;
};

/** An event's guests, one line per ticket. */
export type EventGuestsView = {
  event: ShownEvent;
  ticketTypes: { ticketTypeId: string; name: string }[];
  /** Counts of the event, whatever the filters are. */
  counts: GuestCounts;
  guests: ShownGuest[];
  nextCursor: string | null;
};

export type { GuestHow, GuestState };
