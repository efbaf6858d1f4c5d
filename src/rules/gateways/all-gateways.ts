import type { AccountGateway } from '../gateway-accounts.ts';
import { FLUTTERWAVE } from './flutterwave.ts';
import type { GatewayFacts } from './gateway-facts.ts';
import { MOLLIE } from './mollie.ts';
import { PAYPAL } from './paypal.ts';
import { MPESA } from './mpesa.ts';
import { PAYSTACK } from './paystack.ts';
import { STRIPE } from './stripe.ts';

const FACTS = {
  paystack: PAYSTACK,
  flutterwave: FLUTTERWAVE,
  stripe: STRIPE,
  mollie: MOLLIE,
  paypal: PAYPAL,
  mpesa: MPESA,
} as const satisfies Record<AccountGateway, GatewayFacts>;

export const GATEWAYS: Record<AccountGateway, GatewayFacts> = FACTS;

type Secrets<Name extends AccountGateway> = (typeof FACTS)[Name]['credentials']['properties'];

export type CredentialsOf<Name extends AccountGateway> = {
  [Field in Exclude<keyof Secrets<Name>, 'publicKey'>]: string;
} & ('publicKey' extends keyof Secrets<Name> ? { publicKey?: string } : unknown);
