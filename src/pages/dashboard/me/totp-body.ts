import { Object as Body, String } from 'typebox';

/** The first code of an authenticator app, with what `begin` has answered. */
export const TotpBody = Body(
  {
    setUp: String({ minLength: 1, maxLength: 1000, pattern: '^[A-Za-z0-9_-]+$' }),
    code: String({ minLength: 6, maxLength: 10, format: 'line' }),
  },
  { additionalProperties: false },
);
