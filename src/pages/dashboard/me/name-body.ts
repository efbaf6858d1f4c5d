import { Object as Body, String } from 'typebox';

/** May be empty: then the e-mail stands for the person. */
export const NameBody = Body(
  { name: String({ maxLength: 200, format: 'line' }) },
  { additionalProperties: false },
);
