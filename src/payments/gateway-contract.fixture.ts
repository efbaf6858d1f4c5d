import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { connectTo, SIMULATORS, type SIMULATED } from '../../test/harness/gateways/all-simulators.ts';
import type { GatewaySimulator } from '../../test/harness/gateways/simulator.ts';
import type { Gateway, PaymentName, RefundRequest } from './gateway.ts';

// Long enough for any answer that does come, since only the tests of answers that never come wait for it.
export const LONG_TIMEOUTS = { callLimitMs: 10_000 };

type Line = { simulator: GatewaySimulator; gateway: Gateway };

/** The adapter of a gateway on the line to a simulator of its own. */
export async function open(t: TestContext, name: (typeof SIMULATED)[number]): Promise<Line> {
  const simulator = await SIMULATORS[name]();
  t.after(() => simulator.close());
  return { simulator, gateway: connectTo(simulator, LONG_TIMEOUTS) };
}

let count = 0;
export function makePayment(currency: string) {
  count += 1;
  return {
    reference: `TSR-0000-0000-0000-${String(count).padStart(4, '0')}`,
    amountMinor: 750_050,
    currency,
    email: 'ada@test.example',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: '+2348012345678',
    description: 'Two tickets',
    returnUrl: 'https://shop.test.example/return',
    payBy: new Date(Date.now() + 30 * 60_000),
  };
}

export async function started({ simulator, gateway }: Line): Promise<PaymentName> {
  const payment = makePayment(simulator.traits.currency);
  return { reference: payment.reference, ...(await gateway.start(payment)) };
}

/** A payment that was taken, and a refund of a third of it that nobody has asked for yet. */
export async function paid({ simulator, gateway }: Line) {
  const payment = await started({ simulator, gateway });
  await simulator.pay(payment.reference);
  const [taken] = (await gateway.lookUp(payment)).taken;
  assert.ok(taken);
  const refund: RefundRequest = {
    gatewayPaymentId: taken.gatewayPaymentId,
    reference: payment.reference,
    refundId: randomUUID(),
    amountMinor: 250_025,
    currency: simulator.traits.currency,
    gatewayRefundId: null,
    mayBeThere: false,
    retries: 0,
    earlierRefundIds: [],
    otherRefundIds: [],
  };
  return { payment, refund };
}
