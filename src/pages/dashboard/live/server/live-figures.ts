import type { ShownFigures, ShownSum } from '../../event-layout/data.ts';
import type { EventState, TypeStatus } from '../../../../orders/event-figures.ts';

/** The stream's data of an event, without figures for members who may not see them. */
export type LiveEvent = {
  eventId: string;
  state: EventState;
  figures: ShownFigures | null;
  types: { ticketTypeId: string; status: TypeStatus; figures: ShownFigures }[];
};

/** The data of the stream's event `figures`. At first all that is shown, then what has changed. */
export type LiveFigures = {
  events: LiveEvent[];
  /** Events that are no longer upcoming: over, cancelled, or taken back. */
  gone: string[];
  /** Null: unchanged, or not for this member. */
  sums: ShownSum[] | null;
};
