import { Array as List, Object as Body, String } from 'typebox';

/** The orders that a member selected by hand. */
export const MAX_RESENT = 100;

export const ResendBody = Body(
  {
    references: List(String({ maxLength: 23, format: 'word' }), {
      minItems: 1,
      maxItems: MAX_RESENT,
    }),
  },
  { additionalProperties: false },
);
