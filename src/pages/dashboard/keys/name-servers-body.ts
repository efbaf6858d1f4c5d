import { Integer, Object as Body, String } from 'typebox';

/** The integrator's servers, one to a line. What an address may be, the server says: it names the line. */
export const NameServersBody = Body(
  {
    // Twenty of the longest networks are half of it.
    addresses: String({ maxLength: 2_000, format: 'text' }),
    version: Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
