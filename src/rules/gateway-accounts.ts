/** The list of the gateways that a host can have an account with, in the order in which they are offered. docs/adding-a-gateway.md goes on from here. */
export const GATEWAY_TITLES = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  stripe: 'Stripe',
  mollie: 'Mollie',
  paypal: 'PayPal',
  mpesa: 'M-Pesa',
} as const;
export type AccountGateway = keyof typeof GATEWAY_TITLES;
export const ACCOUNT_GATEWAYS = Object.keys(GATEWAY_TITLES) as AccountGateway[];

/** The setting that has another address of a gateway's API. */
export type GatewayUrlSetting = `${Uppercase<AccountGateway>}_URL`;
export const urlSettingOf = (gateway: AccountGateway): GatewayUrlSetting =>
  `${gateway.toUpperCase() as Uppercase<AccountGateway>}_URL`;

/** Of a host, for one currency: more than buyers would choose from. */
export const MAX_ACCOUNTS_IN_USE = 5;
