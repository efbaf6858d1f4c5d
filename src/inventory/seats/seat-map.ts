import { Type, type Static } from 'typebox';
import { Exactly, Id } from '../../http/schema.ts';
import type { DrawnObject } from '../../seating-plans/drawing.ts';
import { MAX_COLOR } from '../../seating-plans/limits.ts';

const Index = (description: string) => Type.Integer({ minimum: 0, description });

/** Short names: there may be twenty thousand of these. */
const SeatSchema = Exactly({
  id: Id(),
  s: Index('Section, an index into `sections`.'),
  t: Index('Ticket type, an index into `ticketTypeIds`.'),
  r: Type.String({ description: 'Row, as it is called.' }),
  n: Type.String({ description: 'Seat, as it is called.' }),
  x: Type.Number({ description: "Its position, in units of a seat's width." }),
  y: Type.Number(),
  a: Type.Optional(Type.Literal(1, { description: 'Accessible.' })),
  v: Type.Optional(Type.Literal(1, { description: 'Restricted view.' })),
  c: Type.Optional(
    Index(
      'The wheelchair place that this companion seat belongs to, an index into `seats`. The two are sold in one cart.',
    ),
  ),
  g: Type.Optional(
    Index(
      'The number of a table that is sold whole: all seats with this number are sold together, in one cart.',
    ),
  ),
});
export type Seat = Static<typeof SeatSchema>;

/** A standing area is sold as a ticket type without seats, in place of its category. */
type StandingArea = Omit<Extract<DrawnObject, { type: 'standing' }>, 'category'> & { ticketTypeId?: string };
/** An object drawn around the seats. */
export type MapObject = Exclude<DrawnObject, { type: 'standing' }> | StandingArea;

/** The seats of an event, as the page gets them. */
export const SeatMapSchema = Exactly({
  sections: Type.Array(Type.String()),
  ticketTypeIds: Type.Array(Id(), { description: 'The ticket types that seats are sold as.' }),
  colors: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: MAX_COLOR }), {
      description:
        'The colour of each ticket type of `ticketTypeIds`, as the seating plan has it. Absent without a plan.',
    }),
  ),
  furtherPrices: Type.Optional(
    Type.Array(Type.Array(Id()), {
      description:
        'For each ticket type of `ticketTypeIds`, the other ticket types that its seats can be bought as. Absent if there are none.',
    }),
  ),
  seats: Type.Array(SeatSchema),
  drawing: Type.Optional(
    Type.Unsafe<MapObject[]>(
      Type.Array(Type.Object({ type: Type.String(), id: Type.String() }), {
        description:
          'Everything drawn around the seats, from bottom to top: objects of a seating plan. A standing area names its ticket type.',
      }),
    ),
  ),
  leavesNoSingle: Type.Optional(
    Type.Boolean({ description: 'If false, buyers may leave a single free seat between taken ones.' }),
  ),
  refusesSingle: Type.Optional(
    Type.Boolean({
      description:
        'If true, seats that leave a single free seat are refused, unless no others can be chosen.',
    }),
  ),
});
export type SeatMap = Static<typeof SeatMapSchema>;

/** Indexes into `seats`. The first changes of a stream name all taken seats; the others are free. */
export const SeatChangesSchema = Exactly({
  taken: Type.Array(Index('A seat that is now taken, the buyer’s own included.')),
  free: Type.Array(Index('A seat that is free again.')),
});
export type SeatChanges = Static<typeof SeatChangesSchema>;
