import type { AccountGateway } from '../rules/gateway-accounts.ts';
import type { CredentialsOf } from '../rules/gateways/all-gateways.ts';
import { createFlutterwave, namesInCallback as flutterwaveNames } from './flutterwave/flutterwave.ts';
import type { GatewayOptions } from './gateway-http.ts';
import type { Callback, Gateway } from './gateway.ts';
import type { PaymentAccount } from './payment-accounts.ts';
import { createPaystack, namesInCallback as paystackNames } from './paystack/paystack.ts';
import { namesInCallback as stripeNames } from './stripe/stripe-callback.ts';
import { createStripe } from './stripe/stripe.ts';

type Adapter<Name extends AccountGateway> = {
  create(options: GatewayOptions<CredentialsOf<Name>>): Gateway;
  /** The names in a callback that nobody has verified, to find the account whose secret verifies it. */
  namesInCallback(body: Buffer): Callback;
};

/** The adapter of every gateway on the list of rules/gateway-accounts.ts. */
export const ADAPTERS: { [Name in AccountGateway]: Adapter<Name> } = {
  paystack: { create: createPaystack, namesInCallback: paystackNames },
  flutterwave: { create: createFlutterwave, namesInCallback: flutterwaveNames },
  stripe: { create: createStripe, namesInCallback: stripeNames },
};

export type Connecting = {
  urls: Record<AccountGateway, string>;
  callLimitMs?: number;
  /** The database's time. */
  nowMs: () => number;
};

export function connectGateway(
  { gateway, credentials }: PaymentAccount,
  { urls, nowMs, callLimitMs }: Connecting,
): Gateway {
  // An account has the credentials of its own gateway.
  const { create } = ADAPTERS[gateway] as { create(options: GatewayOptions<unknown>): Gateway };
  return create({
    url: urls[gateway],
    credentials,
    nowMs,
    ...(callLimitMs !== undefined && { callLimitMs }),
  });
}
