import assert from 'node:assert/strict';
import { connectGateway } from '../../../src/payments/adapters.ts';
import { GatewaySilent, type Gateway } from '../../../src/payments/gateway.ts';
import { ACCOUNT_GATEWAYS, urlSettingOf, type AccountGateway } from '../../../src/rules/gateway-accounts.ts';
import { startFlutterwaveSimulator } from './flutterwave-simulator.ts';
import { startMollieSimulator } from './mollie-simulator.ts';
import { startPayPalSimulator } from './paypal-simulator.ts';
import { startPaystackSimulator } from './paystack-simulator.ts';
import type { Action, GatewaySimulator } from './simulator.ts';
import { startStripeSimulator } from './stripe-simulator.ts';

/** The gateways that have a page of their own and sign their callbacks. M-Pesa has a simulator of another kind: mpesa-simulator.ts. */
export type Simulated = Exclude<AccountGateway, 'mpesa'>;

/** For tests that run one scenario with every gateway. */
export const SIMULATORS: Record<Simulated, () => Promise<GatewaySimulator>> = {
  paystack: startPaystackSimulator,
  flutterwave: startFlutterwaveSimulator,
  stripe: startStripeSimulator,
  mollie: startMollieSimulator,
  paypal: startPayPalSimulator,
};

/** Those whose own script shows a payment within a document of ours. */
export const WITH_SCRIPTS = ['paystack', 'flutterwave', 'stripe'] as const;

export const SIMULATED: readonly Simulated[] = ACCOUNT_GATEWAYS.filter((name) => name !== 'mpesa');

/** The same of every gateway, by its name. */
export const ofEach = <T>(make: (name: Simulated) => T): Record<Simulated, T> =>
  Object.fromEntries(SIMULATED.map((name) => [name, make(name)])) as Record<Simulated, T>;

export async function startAllSimulators(): Promise<Record<Simulated, GatewaySimulator>> {
  const started = await Promise.all(SIMULATED.map(async (name) => [name, await SIMULATORS[name]()] as const));
  return Object.fromEntries(started) as Record<Simulated, GatewaySimulator>;
}

/** The settings by which the product finds the gateways there. */
export const gatewaySettings = (urls: Record<Simulated, string>): Record<string, string> =>
  Object.fromEntries(SIMULATED.map((name) => [urlSettingOf(name), urls[name]]));

/** The adapter of the product, on the line to a simulator. */
export function connectTo(
  { account, url }: Pick<GatewaySimulator, 'account' | 'url'>,
  given: { callLimitMs?: number; nowMs?: () => number } = {},
): Gateway {
  return connectGateway(account, {
    urls: { ...ofEach(() => url), mpesa: url },
    nowMs: Date.now,
    publicUrl: 'https://shop.test.example',
    ...given,
  });
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
