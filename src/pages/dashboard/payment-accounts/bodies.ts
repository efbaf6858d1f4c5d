import { Boolean, Object as Body, Optional, String } from 'typebox';
import { OneOf } from '../../../values/body-schema.ts';

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
    /** It is to take the currency beside those that do. */
    isBeside: Optional(Boolean()),
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
    publicKey: Secret,
  },
  { additionalProperties: false },
);

/** Towards the first that buyers are offered, or away from it. */
export const MoveAccountBody = Body({ direction: OneOf(['up', 'down']) }, { additionalProperties: false });
