import assert from 'node:assert/strict';
import { createFlutterwave } from '../../../src/payments/flutterwave/flutterwave.ts';
import { GatewaySilent, type Gateway } from '../../../src/payments/gateway.ts';
import { createPaystack } from '../../../src/payments/paystack/paystack.ts';
import { createStripe } from '../../../src/payments/stripe/stripe.ts';
import { startFlutterwaveSimulator } from './flutterwave-simulator.ts';
import { startPaystackSimulator } from './paystack-simulator.ts';
import type { Action, GatewaySimulator } from './simulator.ts';
import { startStripeSimulator } from './stripe-simulator.ts';

/** For tests that run one scenario with every gateway. */
export const SIMULATORS = {
  paystack: startPaystackSimulator,
  flutterwave: startFlutterwaveSimulator,
  stripe: startStripeSimulator,
};

export const SIMULATED = ['paystack', 'flutterwave', 'stripe'] as const;

/** The adapter of the product, on the line to a simulator. */
export function connectTo(
  { account, url }: Pick<GatewaySimulator, 'account' | 'url'>,
  given: { callLimitMs?: number; nowMs?: () => number } = {},
): Gateway {
  const options = { nowMs: Date.now, ...given };
  if (account.gateway === 'paystack')
    return createPaystack({ url, credentials: account.credentials, ...options });
  if (account.gateway === 'flutterwave') {
    return createFlutterwave({ url, credentials: account.credentials, ...options });
  }
  return createStripe({ url, credentials: account.credentials, ...options });
}

/**
 * Has a call give up on a gateway that did what it was asked and never answers. On a busy machine the call may give up before the
 * gateway has heard of it: then it is made again with more patience.
 */
export async function giveUpOn(
  simulator: GatewaySimulator,
  action: Action,
  call: (impatient: Gateway) => Promise<unknown>,
): Promise<void> {
  for (let callLimitMs = 1_000; ; callLimitMs *= 2) {
    simulator.faultNext(action, 'hang_after');
    await assert.rejects(call(connectTo(simulator, { callLimitMs })), GatewaySilent);
    if (simulator.forgetFaults() === 0) return;
  }
}
