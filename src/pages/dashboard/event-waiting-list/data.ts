import type { WallTime } from '../../../values/wall-time.ts';
import type { EntryState } from '../../../waiting-list/list-entry.ts';
import type { ListedType } from '../../../waiting-list/read-list.ts';
import type { ShownEvent } from '../event-layout/data.ts';

// Dates are in ISO 8601.

type ShownList = {
  offerMinutes: number;
  /** Nobody joins any more. */
  isStopped: boolean;
  /** Null: in the order in which people come. */
  drawsAt: string | null;
  isDrawn: boolean;
  seedHash: string | null;
};

export type ShownEntry = {
  entryId: string;
  ticketName: string;
  email: string;
  quantity: number;
  state: EntryState;
  confirmedAt: string;
  offeredUntil: string | null;
};

export type EventWaitingListView = {
  event: ShownEvent;
  /** Null: the event has none. */
  list: ShownList | null;
  types: ListedType[];
  /** The first of those who have an offer or wait. */
  entries: ShownEntry[];
  /** For the form that opens a list. */
  suggested: { offerMinutes: number; drawsAt: WallTime | null };
};
