import type { CsvPreview } from '../../../csv/preview-csv.ts';
import type { MatchedCategory } from '../../../halls/match-categories.ts';
import type { PublishedPlan } from '../../../halls/list-plans.ts';
import type { StartedPlan } from '../../../halls/start-plan.ts';
import type { SketchedTemplate } from '../../../halls/templates.ts';
import type { NamedSeat } from '../../../halls/use-plan.ts';
import type { MapObject } from '../../../inventory/seats/seat-map.ts';
import type { SeatInTheWay } from '../../../inventory/seats/compare-seats.ts';
import type { SectionOfHall, TypeOfHall } from '../../../inventory/seats/read-hall.ts';
import type { SeatStates } from '../../../inventory/seats/read-seat-states.ts';
import type { ReplacedSeats } from '../../../inventory/seats/replace-seats.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** The seats of the hall, and the ticket type of each. */
export type EventSeatsView = {
  event: ShownEvent;
  /** The event's version: a save names the one that the member saw. */
  version: number;
  /** From the stage on. */
  sections: SectionOfHall[];
  /** The event's ticket types, in the order that buyers see. */
  types: TypeOfHall[];
  /** Halls to start from. */
  templates: SketchedTemplate[];
  /** The version of a plan that the seats came from; null: a list, or nothing yet. */
  hall: { planId: string; name: string; number: number; newest: number } | null;
  /** Published plans of the host, to choose from. */
  plans: PublishedPlan[];
  /** The answer to choices that leave a single seat. */
  singleSeats: 'off' | 'advise' | 'refuse';
  /** Seats that accompany an accessible one, and are sold with it alone. */
  companions: number;
};

/** A hall to be drawn. Short names, as buyers' pages have them. */
export type HallPlan = {
  sections: string[];
  /** Names of ticket types. */
  types: string[];
  /** The colour of each type, from 1 on. */
  colors: number[];
  seats: {
    /** The id of a seat that exists already. */
    id?: string;
    s: number;
    t: number;
    r: string;
    n: string;
    x: number;
    y: number;
    a?: 1;
    v?: 1;
    /** Accompanies an accessible seat. */
    c?: 1;
  }[];
  /** Indexes of seats that are sold or held. */
  taken: number[];
  /** The sold ones among them, in a hall that exists already. */
  sold: number[];
  /** Seats that are not for sale, by their indexes, with the reason. */
  blocked: { index: number; reason: string; color: number }[];
  drawing: MapObject[];
};

/** A preview of the hall with a version of a plan. */
export type PlanUseCheck = {
  /** The categories of the plan with their ticket types: by choice, as before, or by the same name. */
  categories: MatchedCategory[];
  added: number;
  removed: number;
  changed: number;
  inTheWay: { count: number; seats: SeatInTheWay[] };
  /** Some of the seats that would be added, removed or changed. */
  named: { added: NamedSeat[]; removed: NamedSeat[]; changed: NamedSeat[] };
  plan: HallPlan;
};

/** The hall as it is at this moment. `version` is the event's. */
export type LiveHall = { version: number; plan: HallPlan };

/** The number of blocked or released seats. */
export type ChangedSeats = { seats: number };

/** A preview of the hall with a list. */
export type SeatListCheck = {
  preview: CsvPreview;
  /** Ticket types that would be made. */
  newTypes: string[];
  added: number;
  removed: number;
  changed: number;
  inTheWay: { count: number; seats: SeatInTheWay[] };
  /** Null if the list has errors. */
  plan: HallPlan | null;
};

export type {
  MatchedCategory,
  NamedSeat,
  PublishedPlan,
  ReplacedSeats,
  SeatInTheWay,
  SeatStates,
  SectionOfHall,
  SketchedTemplate,
  StartedPlan,
  TypeOfHall,
};
