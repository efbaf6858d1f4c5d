import type { CsvPreview } from '../../../csv/preview-csv.ts';
import type { ListedGuestList } from '../../../orders/guest-lists/list-guest-lists.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** The ways to add guests: give tickets one by one, from a list, or sell without a gateway. */
export const WAYS = ['give', 'list', 'counter'] as const;
export type Way = (typeof WAYS)[number];

export type GivableType = {
  ticketTypeId: string;
  name: string;
  kind: 'GENERAL' | 'SEATED';
  /** In minor units of the event's currency. */
  priceMinor: number;
  left: number;
};

export type AddGuestsView = {
  event: ShownEvent;
  way: Way;
  /** In the order that buyers see. */
  ticketTypes: GivableType[];
  /** The latest lists, shown on the form for lists. */
  lists: ShownGuestList[];
};

export type ShownGuestList = Omit<ListedGuestList, 'createdAt'> & { createdAt: string };

export type GivenTickets = { reference: string };
export type GuestListPreview = { preview: CsvPreview };
export type SentGuestList = { guestListId: string };
