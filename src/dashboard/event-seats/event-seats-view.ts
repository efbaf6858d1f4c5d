import type { CsvPreview } from '../../csv/preview-csv.ts';
import type { SeatInTheWay } from '../../inventory/seats/compare-seats.ts';
import type { ListOfPlan, TemplateSummary } from '../../inventory/seats/list-of-plan.ts';
import type { SectionOfHall, TypeOfHall } from '../../inventory/seats/read-hall.ts';
import type { ReplacedSeats } from '../../inventory/seats/replace-seats.ts';
import type { PlanNote } from '../../seating-plans/compile-plan.ts';
import type { HomeEvent } from '../home/home-view.ts';

/** The seats of the hall, and which ticket type each is sold as. */
export type EventSeatsView = {
  event: HomeEvent;
  /** The event's: who saves says which one they saw. */
  version: number;
  /** From the stage on. */
  sections: SectionOfHall[];
  /** The event's ticket types, in the order that buyers see. */
  types: TypeOfHall[];
  /** Halls to start from. */
  templates: TemplateSummary[];
};

/** A hall to be drawn. Short names, as buyers' pages have them. */
export type HallPlan = {
  sections: string[];
  /** Names of ticket types. */
  types: string[];
  seats: { s: number; t: number; r: string; n: string; x: number; y: number; a?: 1; v?: 1 }[];
  /** Indexes of seats that are sold or held. */
  taken: number[];
};

/** What a list would make of the hall. */
export type SeatListCheck = {
  preview: CsvPreview;
  /** Ticket types that would be made. */
  newTypes: string[];
  added: number;
  removed: number;
  changed: number;
  inTheWay: { count: number; seats: SeatInTheWay[] };
  /** Where the list is fine. */
  plan: HallPlan | null;
};

export type { ListOfPlan, PlanNote, ReplacedSeats, SeatInTheWay, SectionOfHall, TemplateSummary, TypeOfHall };
