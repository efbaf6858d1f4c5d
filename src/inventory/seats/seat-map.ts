/** The seats of an event, as the page gets them. */
export type SeatMap = {
  sections: string[];
  /** The ticket types that seats are sold as. */
  ticketTypeIds: string[];
  seats: Seat[];
};

/** Short names: there may be twenty thousand of these. */
export type Seat = {
  id: string;
  /** Section, by index in `sections`. */
  s: number;
  /** Ticket type, by index in `ticketTypeIds`. */
  t: number;
  /** Row and seat as they are called. */
  r: string;
  n: string;
  /** Where it is drawn, in units of a seat's width. */
  x: number;
  y: number;
  /** Accessible, restricted view. */
  a?: 1;
  v?: 1;
};

/** By index in `seats`. */
export type SeatChanges = { taken: number[]; free: number[] };
