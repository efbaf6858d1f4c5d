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

/** The seats of the hall, and which ticket type each is sold as. */
export type EventSeatsView = {
  event: ShownEvent;
  /** The event's: who saves says which one they saw. */
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
  /** Buyers are asked not to leave a single seat. */
  leavesNoSingle: boolean;
  /** Seats that accompany an accessible one, and are sold with it alone. */
  companions: number;
};

/** A hall to be drawn. Short names, as buyers' pages have them. */
export type HallPlan = {
  sections: string[];
  /** Names of ticket types. */
  types: string[];
  seats: {
    /** Where it is a seat that is there already. */
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
  /** Of these, the sold ones, where it is a hall that is there already. */
  sold: number[];
  /** Seats that are not for sale, by their indexes, and why. */
  blocked: { index: number; reason: string; color: number }[];
  drawing: MapObject[];
};

/** What a version of a plan would make of the hall. */
export type PlanUseCheck = {
  /** What is sold of the plan, and as what: by choice, as before, or by the same name. */
  categories: MatchedCategory[];
  added: number;
  removed: number;
  changed: number;
  inTheWay: { count: number; seats: SeatInTheWay[] };
  /** Some of those that would come, go or change. */
  named: { added: NamedSeat[]; removed: NamedSeat[]; changed: NamedSeat[] };
  plan: HallPlan;
};

/** The hall as it is at this moment. `version` is the event's. */
export type LiveHall = { version: number; plan: HallPlan };

/** How many seats were blocked or released. */
export type ChangedSeats = { seats: number };

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
