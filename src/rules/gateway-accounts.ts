import { Object as Exact, String } from 'typebox';

/** The gateways that a host can have an account with. */
export const GATEWAY_TITLES = { paystack: 'Paystack', flutterwave: 'Flutterwave', stripe: 'Stripe' } as const;
export type AccountGateway = keyof typeof GATEWAY_TITLES;
export const ACCOUNT_GATEWAYS = Object.keys(GATEWAY_TITLES) as AccountGateway[];

/** The gateways' own pages on which a host answers disputes, or leads to them. */
export const GATEWAY_DISPUTES: Record<AccountGateway, string> = {
  paystack: 'https://dashboard.paystack.com',
  flutterwave: 'https://app.flutterwave.com',
  stripe: 'https://dashboard.stripe.com/disputes',
};

const Secret = (format: string) => String({ maxLength: 255, format });

const EXACTLY = { additionalProperties: false };

/** The credentials of an account, by gateway. Forms and the server check by the same. */
export const CREDENTIALS = {
  paystack: Exact({ secretKey: Secret('paystack-key') }, EXACTLY),
  flutterwave: Exact(
    { secretKey: Secret('flutterwave-key'), secretHash: Secret('flutterwave-hash') },
    EXACTLY,
  ),
  stripe: Exact({ secretKey: Secret('stripe-key'), webhookSecret: Secret('stripe-signing-secret') }, EXACTLY),
};
