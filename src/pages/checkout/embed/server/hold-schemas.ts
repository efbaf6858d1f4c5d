import { Type, type Static } from 'typebox';
import { Exactly } from '../../../../http/schema.ts';
import { ReservationBodySchema } from '../../../../reservations/reservation-schema.ts';
import { PlainId } from './embed-request.ts';

const { items, promoCode } = ReservationBodySchema.properties;

/** The tickets to hold; the answer is a reservation, as in the API. */
export const HoldBodySchema = Exactly({
  items: Type.Optional(Type.Array(items.items, { maxItems: 50 })),
  // The action says how many one order may have; a body that has many more is too large before that.
  seatIds: Type.Optional(Type.Array(PlainId())),
  seatTypes: Type.Optional(
    Type.Record(PlainId(), PlainId(), {
      // As many as an order may have seats.
      maxProperties: 50,
      additionalProperties: false,
      description:
        'As which ticket type a seat is bought, by its id. A seat that is not in it: as its own. What it says of seats that are not in `seatIds` means nothing.',
    }),
  ),
  promoCode,
  // As long as the waiting room makes them, and some more.
  admission: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'What the waiting room gave the buyer, where the event has one.',
    }),
  ),
});
export type HoldBody = Static<typeof HoldBodySchema>;

export const ReleasedSchema = Exactly({ released: Type.Literal(true) });
