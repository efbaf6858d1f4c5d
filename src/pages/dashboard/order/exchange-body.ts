import { Boolean, Integer, Object as Body, String, type Static } from 'typebox';
import { Nullable } from '../../../values/body-schema.ts';

const id = String({ format: 'uuid' });

/** Another seat for a ticket. */
export const ExchangeBody = Body(
  {
    fromSeatId: id,
    toSeatId: id,
    ticketTypeId: Nullable(id),
    takesHouseSeat: Boolean(),
    /** What the new seat costs more is asked for; false: it is waived. */
    asksDifference: Boolean(),
    // What the page showed, as much as an order may cost.
    seenDifferenceMinor: Integer({ minimum: 0, maximum: 10_000_000_000 }),
  },
  { additionalProperties: false },
);
export type ExchangeBody = Static<typeof ExchangeBody>;
