import { Type, type Static } from 'typebox';
import { Exactly, Id } from '../../http/schema.ts';

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
});
export type Seat = Static<typeof SeatSchema>;

/** The seats of an event, as the page gets them. */
export const SeatMapSchema = Exactly({
  sections: Type.Array(Type.String()),
  ticketTypeIds: Type.Array(Id(), { description: 'The ticket types that seats are sold as.' }),
  seats: Type.Array(SeatSchema),
});
export type SeatMap = Static<typeof SeatMapSchema>;

/** Indexes into `seats`. The first changes of a stream name all taken seats; the others are free. */
export const SeatChangesSchema = Exactly({
  taken: Type.Array(Index('A seat that is taken now. The buyer’s own are among them.')),
  free: Type.Array(Index('A seat that is free again.')),
});
export type SeatChanges = Static<typeof SeatChangesSchema>;
