import { Object as Body, Optional, String } from 'typebox';

/** A code of the authenticator app, or a recovery code. */
export const SecondStepBody = Body(
  {
    code: String({ minLength: 1, maxLength: 100, format: 'line' }),
    next: Optional(String({ maxLength: 2000 })),
  },
  { additionalProperties: false },
);
