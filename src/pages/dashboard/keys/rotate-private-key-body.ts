import { Object as Body, String } from 'typebox';

/** The fingerprint of the key that is to be replaced. */
export const RotatePrivateKeyBody = Body(
  { fingerprint: String({ minLength: 1, maxLength: 20, format: 'word' }) },
  { additionalProperties: false },
);
