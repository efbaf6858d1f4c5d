import { Array as List, Integer, Object as Body, String } from 'typebox';

/** The integrator's servers, one to a line. What an address may be, the server says: it names the line. */
export const NameServersBody = Body(
  {
    // More than a key can name, so that the server can say so in words.
    addresses: List(String({ maxLength: 100, format: 'line' }), { maxItems: 100 }),
    version: Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
