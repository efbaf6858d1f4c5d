import { Object as Body, Optional, String } from 'typebox';

const Secret = Optional(String({ maxLength: 255, format: 'text' }));
/**
 * The required secrets and their formats depend on the gateway: the credentials in rules/gateways/ has
 * it, for the server and the form alike.
 */
export const ConnectAccountBody = Body(
  {
    gateway: String({ maxLength: 20, format: 'word' }),
    currency: String({ minLength: 3, maxLength: 3, format: 'word' }),
    /** The account that takes the currency now; empty if there is none. */
    replaces: String({ maxLength: 36 }),
    secretKey: Secret,
    clientId: Secret,
    secretHash: Secret,
    webhookSecret: Secret,
    consumerKey: Secret,
    shortcode: Secret,
    tillNumber: Secret,
    passkey: Secret,
    initiator: Secret,
    securityCredential: Optional(String({ maxLength: 400, format: 'text' })),
  },
  { additionalProperties: false },
);
