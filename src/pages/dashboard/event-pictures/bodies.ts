import { Array, Integer, Object as Body, Optional, String } from 'typebox';
import { Nullable } from '../../../values/body-schema.ts';

const MAX_IMAGES = 30;
const Alt = String({ maxLength: 500, format: 'paragraphs' });

/** A picture for the gallery. `at` puts it back where it was. */
export const AddImageBody = Body(
  {
    pictureId: String({ format: 'uuid' }),
    alt: Alt,
    at: Optional(Integer({ minimum: 0, maximum: MAX_IMAGES })),
  },
  { additionalProperties: false },
);

/** The new description, and the one the member saw; `pictureId` replaces the picture. */
export const ChangeImageBody = Body(
  { alt: Alt, wasAlt: String({ maxLength: 500 }), pictureId: Nullable(String({ format: 'uuid' })) },
  { additionalProperties: false },
);

/** All pictures of the gallery, in their new order. */
export const OrderGalleryBody = Body(
  { imageIds: Array(String({ format: 'uuid' }), { maxItems: MAX_IMAGES }) },
  { additionalProperties: false },
);

/** The picture that becomes the poster; null removes it. */
export const PosterBody = Body(
  {
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    pictureId: Nullable(String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
