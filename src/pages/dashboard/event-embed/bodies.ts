import { Array, Integer, Object as Body, String } from 'typebox';
import { Nullable, OneOf } from '../../../values/body-schema.ts';
import { MAX_SITE_CHARACTERS, MAX_SITES } from '../../../values/site-origin.ts';
import { THEMES } from '../../../rules/theme.ts';

/** How an event's embed looks and who may frame it. All of it, and which version of the event was seen. */
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
