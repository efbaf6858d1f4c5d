import { Object as Body, String } from 'typebox';

/** Why a return is declined, in words for the buyer. The database has the same limit. */
export const DeclineReturnBody = Body(
  { reason: String({ minLength: 1, maxLength: 500, format: 'text' }) },
  { additionalProperties: false },
);
