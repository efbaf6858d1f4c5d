import { Object as Body, String } from 'typebox';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../../../rules/password-length.ts';

// A character may be typed as several code points, which count as one.
const MAX_TYPED = 4 * MAX_PASSWORD_CHARACTERS;

export const PasswordBody = Body(
  { password: String({ minLength: 1, maxLength: MAX_TYPED }) },
  { additionalProperties: false },
);

export const ChangePasswordBody = Body(
  {
    current: String({ minLength: 1, maxLength: MAX_TYPED }),
    password: String({ minLength: MIN_PASSWORD_CHARACTERS, maxLength: MAX_TYPED }),
  },
  { additionalProperties: false },
);
