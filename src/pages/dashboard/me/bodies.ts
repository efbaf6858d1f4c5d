import { Enum, Object as Body, String } from 'typebox';
import { DASHBOARD_LANGUAGES } from '../../../values/language.ts';

export const EmailBody = Body(
  { email: String({ minLength: 1, maxLength: 254, format: 'idn-email' }) },
  { additionalProperties: false },
);

/** May be empty: then the team sees the e-mail. */
export const NameBody = Body(
  { name: String({ maxLength: 200, format: 'line' }) },
  { additionalProperties: false },
);

/** Empty: as the browser asks for. */
export const LanguageBody = Body(
  { language: Enum(['', ...DASHBOARD_LANGUAGES]) },
  { additionalProperties: false },
);

/** The first code of an authenticator app, with the answer of `begin`. */
export const TotpBody = Body(
  {
    setUp: String({ minLength: 1, maxLength: 1000, format: 'letters' }),
    code: String({ minLength: 6, maxLength: 10, format: 'line' }),
  },
  { additionalProperties: false },
);

/** As at sign-up: the name appears in mails to others, so it must not contain links. */
export const NewHostBody = Body(
  {
    name: String({ minLength: 1, maxLength: 200, format: 'person-name' }),
    country: String({ minLength: 1, maxLength: 40, format: 'word' }),
  },
  { additionalProperties: false },
);
