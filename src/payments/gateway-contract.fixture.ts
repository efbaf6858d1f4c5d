import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { connectTo, SIMULATED, SIMULATORS } from '../../test/harness/gateways/all-simulators.ts';
import { startMpesaSimulator } from '../../test/harness/gateways/mpesa-simulator.ts';
import type { Action, Fault, GatewaySimulator, Traits } from '../../test/harness/gateways/simulator.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { stepOf } from '../rules/gateway-currencies.ts';
import { connectGateway } from './adapters.ts';
import type { Gateway, PaymentName, RefundRequest } from './gateway.ts';
import { takePromptCallback } from './mpesa/take-prompt-callback.ts';
import type { PaymentAccount } from './payment-accounts.ts';

// Long enough for any answer that does come, since only the tests of answers that never come wait for it.
export const LONG_TIMEOUTS = { callLimitMs: 10_000 };

type Line = { simulator: GatewaySimulator; gateway: Gateway };

/** The adapter of a gateway on the line to a simulator of its own. */
export async function open(t: TestContext, name: (typeof SIMULATED)[number]): Promise<Line> {
  const simulator = await SIMULATORS[name]();
  t.after(() => simulator.close());
  return { simulator, gateway: connectTo(simulator, LONG_TIMEOUTS) };
}

/** Every gateway. M-Pesa's buyers pay on the phone: it has no page, no signature and no sums in its answers. */
export const EVERY_GATEWAY = [...SIMULATED, 'mpesa'] as const;

/** A gateway as far as all are alike, whether its buyers pay on a page or on the phone. */
export type CommonLine = {
  gateway: Gateway;
  account: PaymentAccount;
  connect(given?: { account?: PaymentAccount; callLimitMs?: number }): Gateway;
  traits: Pick<Traits, 'currency' | 'untouched' | 'declined' | 'isPayableAfterDecline'> & {
    /** Starting a payment asks the gateway for a page. Else it has none, and prompts phones. */
    hasPage: boolean;
    /** A look-up shows when it was paid. */
    tellsTime: boolean;
  };
  requests: { method: string; path: string }[];
  faultNext(action: Extract<Action, 'look_up' | 'check'>, fault: Fault): void;
  /** Pays a payment that was started; answers the gateway's id for it, and when. */
  pay(reference: string, pendingLookUps?: number): Promise<{ id: string; at: Date }>;
  decline(reference: string): Promise<void>;
  start(): Promise<PaymentName & { amountMinor: number }>;
};

export async function openCommon(t: TestContext, name: (typeof EVERY_GATEWAY)[number]): Promise<CommonLine> {
  const line = name === 'mpesa' ? await openPhones(t) : await openPages(t, name);
  return {
    ...line,
    async start() {
      const { currency } = line.traits;
      const asked = makePayment(currency);
      const amountMinor = asked.amountMinor - (asked.amountMinor % stepOf(name, currency));
      return {
        reference: asked.reference,
        amountMinor,
        ...(await line.gateway.start({ ...asked, amountMinor })),
      };
    },
  };
}

async function openPages(
  t: TestContext,
  name: (typeof SIMULATED)[number],
): Promise<Omit<CommonLine, 'start'>> {
  const { simulator, gateway } = await open(t, name);
  const { account, traits, requests, faultNext } = simulator;
  return {
    gateway,
    account,
    requests,
    faultNext,
    connect: (given = {}) =>
      connectTo({ account, url: simulator.url, ...given }, { ...LONG_TIMEOUTS, ...given }),
    traits: { ...traits, hasPage: true, tellsTime: true },
    async pay(reference, pendingLookUps = 0) {
      await simulator.pay(reference, { pendingLookUps });
      return simulator.payments.get(reference)?.transactions.at(-1) ?? assert.fail();
    },
    decline: (reference) => Promise.resolve(simulator.decline(reference)),
  };
}

async function openPhones(t: TestContext): Promise<Omit<CommonLine, 'start'>> {
  const [simulator, { database, drop }] = await Promise.all([startMpesaSimulator(), createTestDatabase()]);
  t.after(async () => {
    await simulator.close();
    await drop();
  });
  const { account } = simulator;
  const home = {
    database,
    checkoutUrl: 'https://shop.test.example/checkout',
    callbackUrl: 'https://shop.test.example/payments/mpesa',
  };
  const accountId = randomUUID();
  const connect: CommonLine['connect'] = (given = {}) =>
    connectGateway(
      given.account ?? account,
      { urls: { mpesa: simulator.url }, nowMs: Date.now, home, ...LONG_TIMEOUTS, ...given },
      accountId,
    );
  const gateway = connect();
  const prompt = async (reference: string) => {
    // The page sends the sum that it was started with.
    const { rows } = await database.query<{ amountMinor: number }>(
      'SELECT amount_minor AS "amountMinor" FROM mpesa_payments WHERE reference = $1',
      [reference],
    );
    const { amountMinor } = rows[0] ?? assert.fail();
    assert.equal(await gateway.prompt?.({ reference, phone: '254712345678', amountMinor }), true);
    return simulator.newest();
  };
  return {
    gateway,
    account,
    requests: simulator.requests,
    connect,
    traits: {
      currency: 'KES',
      untouched: 'open',
      declined: 'open',
      isPayableAfterDecline: true,
      hasPage: false,
      tellsTime: false,
    },
    faultNext: (action, fault) => simulator.faultNext(action === 'check' ? 'token' : 'query', fault),
    async pay(reference, pendingLookUps = 0) {
      const at = new Date();
      const sent = await prompt(reference);
      simulator.end(sent, '0');
      sent.pendingQueries = pendingLookUps;
      const { receipt, name, callbackUrl } = sent;
      assert.ok(receipt);
      const Item = [{ Name: 'MpesaReceiptNumber', Value: receipt }];
      const stkCallback = { CheckoutRequestID: name, ResultCode: 0, CallbackMetadata: { Item } };
      const body = Buffer.from(JSON.stringify({ Body: { stkCallback } }));
      await takePromptCallback(database, { token: callbackUrl.split('/').at(-1) ?? '', body });
      return { id: receipt, at };
    },
    decline: async (reference) => simulator.end(await prompt(reference), '1032'),
  };
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
