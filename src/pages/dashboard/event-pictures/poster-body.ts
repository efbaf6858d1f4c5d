import { Integer, Object as Body, String } from 'typebox';
import { Nullable } from '../../../values/body-schema.ts';

/** The picture that becomes the poster; null takes it away. */
export const PosterBody = Body(
  {
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    pictureId: Nullable(String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
