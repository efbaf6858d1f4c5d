import { Object as Body, String } from 'typebox';

export const EmailBody = Body(
  { email: String({ minLength: 1, maxLength: 254, format: 'idn-email' }) },
  { additionalProperties: false },
);
