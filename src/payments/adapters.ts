import type { AccountGateway } from '../rules/gateway-accounts.ts';
import type { CredentialsOf } from '../rules/gateways/all-gateways.ts';
import { createFlutterwave, namesInCallback as flutterwaveNames } from './flutterwave/flutterwave.ts';
import type { GatewayOptions } from './gateway-http.ts';
import type { Callback, Gateway, RawCallback } from './gateway.ts';
import type { PaymentAccount } from './payment-accounts.ts';
import { createMollie, namesInCallback as mollieNames } from './mollie/mollie.ts';
import { createPayPal, namesInCallback as paypalNames } from './paypal/paypal.ts';
import { createPaystack, namesInCallback as paystackNames } from './paystack/paystack.ts';
import { namesInCallback as stripeNames } from './stripe/stripe-callback.ts';
import { createStripe } from './stripe/stripe.ts';

type Adapter<Name extends AccountGateway> = {
  create(options: GatewayOptions<CredentialsOf<Name>>): Gateway;
  /** The names in a callback that nobody has verified, to find the account whose secret verifies it. */
  namesInCallback(callback: RawCallback): Callback;
};

/** The adapter of every gateway on the list of rules/gateway-accounts.ts. */
export const ADAPTERS: { [Name in AccountGateway]: Adapter<Name> } = {
  paystack: { create: createPaystack, namesInCallback: ({ body }) => paystackNames(body) },
  flutterwave: { create: createFlutterwave, namesInCallback: ({ body }) => flutterwaveNames(body) },
  stripe: { create: createStripe, namesInCallback: ({ body }) => stripeNames(body) },
  mollie: { create: createMollie, namesInCallback: mollieNames },
  paypal: { create: createPayPal, namesInCallback: paypalNames },
};

export type Connecting = {
  urls: Record<AccountGateway, string>;
  callLimitMs?: number;
  /** The database's time. */
  nowMs: () => number;
  /** Our own address, as gateways reach it. Left out where no payment is started. */
  publicUrl?: string;
};

export function connectGateway(
  { gateway, credentials }: PaymentAccount,
  { urls, nowMs, callLimitMs, publicUrl }: Connecting,
): Gateway {
  // An account has the credentials of its own gateway.
  const { create } = ADAPTERS[gateway] as { create(options: GatewayOptions<unknown>): Gateway };
  return create({
    url: urls[gateway],
    credentials,
    nowMs,
    callbackUrl:
      publicUrl === undefined ? null : callbackUrlOf(gateway, { ours: publicUrl, its: urls[gateway] }),
    ...(callLimitMs !== undefined && { callLimitMs }),
  });
}

/** Null where the gateway can't reach it: some start no payment with such an address. One on this machine, such as a simulator, reaches all. */
function callbackUrlOf(gateway: AccountGateway, urls: { ours: string; its: string }): string | null {
  const [ours, its] = [new URL(urls.ours), new URL(urls.its)];
  const isReached = (ours.protocol === 'https:' && !isLocal(ours)) || isLocal(its);
  return isReached ? `${urls.ours}/payments/${gateway}/callback` : null;
}

const isLocal = ({ hostname }: URL): boolean => hostname === 'localhost' || hostname === '127.0.0.1';
