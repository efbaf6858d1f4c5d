import { Object as Exact, String } from 'typebox';

/** The gateways that a host can have an account with. */
export const GATEWAY_TITLES = { paystack: 'Paystack', flutterwave: 'Flutterwave', stripe: 'Stripe' } as const;
export type AccountGateway = keyof typeof GATEWAY_TITLES;
export const ACCOUNT_GATEWAYS = Object.keys(GATEWAY_TITLES) as AccountGateway[];

/** Which of our currencies each gateway charges in, by its own list. Stripe's has no cedi. */
export const GATEWAY_CURRENCIES: Record<AccountGateway, readonly string[]> = {
  paystack: ['NGN', 'GHS', 'ZAR'],
  flutterwave: ['NGN', 'GHS', 'ZAR'],
  stripe: ['NGN', 'ZAR'],
};

/** A secret goes into a header, so it has no spaces or control characters. `description` completes "must be …". */
const Secret = (beginning: string, description: string) =>
  String({ maxLength: 255, pattern: `^${beginning}[\\x21-\\x7e]+$`, description });

const EXACTLY = { additionalProperties: false };

/** What an account is used with, by gateway. Forms and the server check by the same. */
export const CREDENTIALS = {
  paystack: Exact(
    { secretKey: Secret('sk_', 'a Paystack secret key, which begins with sk_test_ or sk_live_') },
    EXACTLY,
  ),
  flutterwave: Exact(
    {
      secretKey: Secret('FLWSECK', 'a Flutterwave secret key, which begins with FLWSECK'),
      secretHash: Secret('', "the secret hash of your Flutterwave account's webhooks, without spaces"),
    },
    EXACTLY,
  ),
  stripe: Exact(
    {
      secretKey: Secret('[rs]k_', 'a Stripe key, which begins with sk_ or rk_'),
      webhookSecret: Secret('whsec_', "a Stripe endpoint's signing secret, which begins with whsec_"),
    },
    EXACTLY,
  ),
};
