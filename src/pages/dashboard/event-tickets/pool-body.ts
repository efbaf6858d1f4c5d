import { Array as List, Integer, Object as Body, String } from 'typebox';

// The limits are those of the database, and of how many ticket types an event has.
const fields = {
  name: String({ minLength: 1, maxLength: 200, format: 'line' }),
  capacity: Integer({ minimum: 0, maximum: 10_000_000 }),
  ticketTypeIds: List(String({ format: 'uuid' }), { minItems: 1, maxItems: 50, uniqueItems: true }),
};
const version = Integer({ minimum: 1, maximum: 2_147_483_646 });

/** A stock that these ticket types draw on. */
export const PoolBody = Body(fields, { additionalProperties: false });

/** The same as it is to be, and which version of it was seen. */
export const ChangePoolBody = Body({ version, ...fields }, { additionalProperties: false });

export const DissolvePoolBody = Body({ version }, { additionalProperties: false });
