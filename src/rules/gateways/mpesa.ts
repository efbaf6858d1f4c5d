import { Object as Exact, String } from 'typebox';
import { credentialsOf, type GatewayFacts } from './gateway-facts.ts';

// In cents, of which M-Pesa takes none: whole shillings, from 1 to 250,000 for each payment (M-PESA Express on Daraja's portal, 2025).
const SHILLING_MINOR = 100;

const SHORT = credentialsOf({
  consumerKey: 'mpesa-key',
  secretKey: 'mpesa-key',
  shortcode: 'mpesa-number',
  tillNumber: 'mpesa-number-or-empty',
  passkey: 'mpesa-key',
  initiator: 'mpesa-key-or-empty',
});

export const MPESA = {
  url: 'https://api.safaricom.co.ke',
  // It has no disputes like a bank's. Its portal is where a host reverses payments by hand.
  disputesPage: 'https://org.ke.m-pesa.com',
  // The secret key is the consumer secret. A till has a store number for its shortcode.
  credentials: Exact(
    {
      ...SHORT.properties,
      // An encrypted password: 344 characters.
      securityCredential: String({ maxLength: 400, format: 'mpesa-key-or-empty' }),
    },
    { additionalProperties: false },
  ),
  testKeys: null,
  neededPermissions: 'Add M-PESA Express to its app on the Daraja portal.',
  currencies: ['KES'],
  atHomeIn: ['KES'],
  takingOf: () => ({
    smallestMinor: SHILLING_MINOR,
    largestMinor: 250_000 * SHILLING_MINOR,
    stepMinor: SHILLING_MINOR,
    decimals: 0,
  }),
  takesCards: false,
  besidesCards: () => ['mobile_money'],
} as const satisfies GatewayFacts;
