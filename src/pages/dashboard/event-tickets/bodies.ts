import { Array as List, Integer, Object as Body, String, Optional } from 'typebox';
import { MAX_PRICE_MINOR } from '../../../rules/price.ts';
import { Nullable, OneOf, WallTimeText } from '../../../values/body-schema.ts';

// The limits are those of the database, and of how many ticket types an event has.
const fields = {
  name: String({ minLength: 1, maxLength: 200, format: 'line' }),
  capacity: Integer({ minimum: 0, maximum: 10_000_000 }),
  ticketTypeIds: List(String({ format: 'uuid' }), { minItems: 1, maxItems: 50, uniqueItems: true }),
};
const version = Integer({ minimum: 1, maximum: 2_147_483_646 });

/** A capacity that these ticket types share. */
export const PoolBody = Body(fields, { additionalProperties: false });

/** Its new values, and the version the member saw. */
export const ChangePoolBody = Body({ version, ...fields }, { additionalProperties: false });

export const DissolvePoolBody = Body({ version }, { additionalProperties: false });

// The limits are those of the database.
const name = String({ minLength: 1, maxLength: 200, format: 'line' });
const description = String({ maxLength: 2_000, format: 'paragraphs' });
const priceMinor = Integer({ minimum: 0, maximum: MAX_PRICE_MINOR });
const capacity = Integer({ minimum: 0, maximum: 10_000_000 });
const maximumPerOrder = Integer({ minimum: 1, maximum: 1_000 });
/** The limit of a further price of seats; null: as many as seats. */
const ownLimit = Optional(Nullable(capacity));
/** Null: the host's usual one. */
const taxRateId = Optional(Nullable(String({ minLength: 1, format: 'uuid' })));
const saleStartsAt = Nullable(WallTimeText());
const saleEndsAt = Nullable(WallTimeText());

/** A new ticket type. Times are on the clock of the event's place, the price is in the smallest unit of its currency. */
export const TicketTypeBody = Body(
  {
    kind: OneOf(['GENERAL', 'SEATED']),
    name,
    description,
    priceMinor,
    capacity,
    maximumPerOrder,
    saleStartsAt,
    saleEndsAt,
    /** For a further price of seats: the ticket type that has the seats. */
    seatsOf: Optional(String({ minLength: 1, format: 'uuid' })),
    ownLimit,
    taxRateId,
  },
  { additionalProperties: false },
);

/** The fields of a ticket type that change, and the version the member saw. */
export const ChangeTicketTypeBody = Body(
  {
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    name: Optional(name),
    description: Optional(description),
    priceMinor: Optional(priceMinor),
    capacity: Optional(capacity),
    maximumPerOrder: Optional(maximumPerOrder),
    saleStartsAt: Optional(saleStartsAt),
    saleEndsAt: Optional(saleEndsAt),
    ownLimit,
    taxRateId,
  },
  { additionalProperties: false, minProperties: 2 },
);
