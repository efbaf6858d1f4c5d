import { Array, Integer, Object as Body, String } from 'typebox';
import { Nullable, OneOf } from '../../../values/body-schema.ts';
import { MAX_SITE_CHARACTERS, MAX_SITES } from '../../../values/site-origin.ts';
import { THEMES } from '../../../rules/theme.ts';

/** The look of an event's embed, and the sites that may frame it. Always complete, with the version that the member saw. */
export const EmbedBody = Body(
  {
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    theme: Nullable(OneOf(THEMES)),
    color: Nullable(String({ minLength: 6, maxLength: 7, format: 'color' })),
    origins: Nullable(
      Array(String({ minLength: 1, maxLength: MAX_SITE_CHARACTERS, format: 'site' }), {
        minItems: 1,
        maxItems: MAX_SITES,
      }),
    ),
  },
  { additionalProperties: false },
);
