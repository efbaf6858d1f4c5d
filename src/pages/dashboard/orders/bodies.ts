import { Array as List, Object as Body, String } from 'typebox';

/** The orders that a member selected by hand. */
export const MAX_RESENT = 100;

export const ResendBody = Body(
  {
    references: List(String({ pattern: '^TSR(-[0-9A-HJKMNP-TV-Z]{4}){4}$' }), {
      minItems: 1,
      maxItems: MAX_RESENT,
    }),
  },
  { additionalProperties: false },
);
