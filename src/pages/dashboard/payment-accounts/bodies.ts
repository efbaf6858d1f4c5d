import { Object as Body, Optional, String } from 'typebox';

const Secret = Optional(String({ maxLength: 255, format: 'text' }));

/**
 * Which of the secrets there must be, and how they look, depends on the gateway: CREDENTIALS in rules/gateway-accounts.ts has
 * it, for the server and the form alike.
 */
export const ConnectAccountBody = Body(
  {
    gateway: String({ maxLength: 20, format: 'word' }),
    currency: String({ minLength: 3, maxLength: 3, format: 'word' }),
    /** The account that takes the currency now; an empty text where there is none. */
    replaces: String({ maxLength: 36 }),
    secretKey: Secret,
    secretHash: Secret,
    webhookSecret: Secret,
  },
  { additionalProperties: false },
);
