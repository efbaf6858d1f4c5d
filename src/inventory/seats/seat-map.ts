import { Type, type Static } from 'typebox';
import { Exactly, Id } from '../../http/schema.ts';
import type { DrawnObject } from '../../seating-plans/drawing.ts';

const Index = (description: string) => Type.Integer({ minimum: 0, description });

/** Short names: there may be twenty thousand of these. */
const SeatSchema = Exactly({
  id: Id(),
  s: Index('Section, an index into `sections`.'),
  t: Index('Ticket type, an index into `ticketTypeIds`.'),
  r: Type.String({ description: 'Row, as it is called.' }),
  n: Type.String({ description: 'Seat, as it is called.' }),
  x: Type.Number({ description: "Where it is drawn, in units of a seat's width." }),
  y: Type.Number(),
  a: Type.Optional(Type.Literal(1, { description: 'Accessible.' })),
  v: Type.Optional(Type.Literal(1, { description: 'Restricted view.' })),
  c: Type.Optional(
    Index(
      'The seat that this one accompanies, an index into `seats`: it is sold in one cart with it, and not alone.',
    ),
  ),
  g: Type.Optional(
    Index('A table that is sold whole: seats of the same number are sold together, all of them in one cart.'),
  ),
});
export type Seat = Static<typeof SeatSchema>;

/** A standing area is sold as a ticket type without seats, in place of its category. */
type StandingArea = Omit<Extract<DrawnObject, { type: 'standing' }>, 'category'> & { ticketTypeId?: string };
/** What is drawn around the seats. */
export type MapObject = Exclude<DrawnObject, { type: 'standing' }> | StandingArea;

/** The seats of an event, as the page gets them. */
export const SeatMapSchema = Exactly({
  sections: Type.Array(Type.String()),
  ticketTypeIds: Type.Array(Id(), { description: 'The ticket types that seats are sold as.' }),
  furtherPrices: Type.Optional(
    Type.Array(Type.Array(Id()), {
      description:
        'By ticket type of `ticketTypeIds`: the other ticket types that its seats can be bought as. Left out where no seat has any.',
    }),
  ),
  seats: Type.Array(SeatSchema),
  drawing: Type.Optional(
    Type.Unsafe<MapObject[]>(
      Type.Array(Type.Object({ type: Type.String(), id: Type.String() }), {
        description:
          'What is drawn around the seats, the first below the others: objects of a seating plan. A standing area names the ticket type that it is sold as.',
      }),
    ),
  ),
  leavesNoSingle: Type.Optional(
    Type.Boolean({ description: 'False: a buyer may leave a single seat between taken ones.' }),
  ),
});
export type SeatMap = Static<typeof SeatMapSchema>;

/** Indexes into `seats`. The first changes of a stream name all taken seats; the others are free. */
export const SeatChangesSchema = Exactly({
  taken: Type.Array(Index('A seat that is taken now. The buyer’s own are among them.')),
  free: Type.Array(Index('A seat that is free again.')),
});
export type SeatChanges = Static<typeof SeatChangesSchema>;
