import type { AccountGateway } from '../rules/gateway-accounts.ts';
import { GATEWAYS, type CredentialsOf } from '../rules/gateways/all-gateways.ts';
import { createFlutterwave, namesInCallback as flutterwaveNames } from './flutterwave/flutterwave.ts';
import type { GatewayOptions } from './gateway-http.ts';
import type { Callback, Gateway, RawCallback } from './gateway.ts';
import { createMpesa, NAMES_NOTHING, type MpesaHome } from './mpesa/mpesa.ts';
import type { PaymentAccount } from './payment-accounts.ts';
import { createMollie, namesInCallback as mollieNames } from './mollie/mollie.ts';
import { createPayPal, namesInCallback as paypalNames } from './paypal/paypal.ts';
import { createPaystack, namesInCallback as paystackNames } from './paystack/paystack.ts';
import { namesInCallback as stripeNames } from './stripe/stripe-callback.ts';
import { createStripe } from './stripe/stripe.ts';

/** Our side of a gateway that has no page of its own; null where only a key is tried out. */
type Home = { home: (MpesaHome & { accountId: string }) | null };

type Adapter<Name extends AccountGateway> = {
  create(options: GatewayOptions<CredentialsOf<Name>> & Home): Gateway;
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
  mpesa: { create: createMpesa, namesInCallback: () => NAMES_NOTHING },
};

export type Connecting = {
  /** A gateway that is left out answers where its facts say. */
  urls: Partial<Record<AccountGateway, string>>;
  callLimitMs?: number;
  /** The database's time. */
  nowMs: () => number;
  /** Our own address, as gateways reach it. Left out where no payment is started. */
  publicUrl?: string;
  /** Left out where only a key is tried out. */
  home?: MpesaHome;
};

export function connectGateway(
  { gateway, credentials }: PaymentAccount,
  { urls, nowMs, callLimitMs, publicUrl, home }: Connecting,
  accountId: string | null = null,
): Gateway {
  // An account has the credentials of its own gateway.
  const { create } = ADAPTERS[gateway] as {
    create(options: GatewayOptions<unknown> & Home): Gateway;
  };
  const url = urls[gateway] ?? GATEWAYS[gateway].url;
  return create({
    url,
    credentials,
    nowMs,
    callbackUrl: publicUrl === undefined ? null : callbackUrlOf(gateway, { ours: publicUrl, its: url }),
    home: home && accountId !== null ? { ...home, accountId } : null,
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
