import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { connectTo, giveUpOn, SIMULATED, SIMULATORS } from '../../test/harness/gateways/all-simulators.ts';
import { startCallbackReceiver } from '../../test/harness/gateways/callback-receiver.ts';
import {
  withBadSignature,
  withoutSignature,
  type Fault,
  type GatewaySimulator,
  type SignedCallback,
} from '../../test/harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import {
  GatewayRefused,
  GatewaySilent,
  type Gateway,
  type PaymentName,
  type RefundRequest,
} from './gateway.ts';

expectNothingUnhandled();

// Long enough for any answer that does come, since only the tests of answers that never come wait for it.
const PATIENT = { callLimitMs: 10_000 };
const IMPATIENT = { callLimitMs: 200 };
const SILENT_FAULTS: Fault[] = [
  'hang',
  'hang_after',
  'reset',
  'reset_after',
  'unavailable',
  'unavailable_after',
  'busy',
  'nonsense',
  'too_large',
];
const isHang = (fault: Fault) => fault.startsWith('hang');

const raw = ({ headers, body }: SignedCallback) => ({ headers, body: Buffer.from(body) });

let count = 0;
function makePayment(more: { amountMinor?: number } = {}) {
  count += 1;
  return {
    reference: `TSR-0000-0000-0000-${String(count).padStart(4, '0')}`,
    amountMinor: 750_050,
    currency: 'NGN',
    email: 'ada@test.example',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: '+2348012345678',
    description: 'Two tickets',
    returnUrl: 'https://shop.test.example/return',
    payBy: new Date(Date.now() + 30 * 60_000),
    ...more,
  };
}

for (const name of SIMULATED) {
  const open = async (t: TestContext): Promise<{ simulator: GatewaySimulator; gateway: Gateway }> => {
    const simulator = await SIMULATORS[name]();
    t.after(() => simulator.close());
    return { simulator, gateway: connectTo(simulator, PATIENT) };
  };

  const started = async (gateway: Gateway, payment = makePayment()): Promise<PaymentName> => ({
    reference: payment.reference,
    ...(await gateway.start(payment)),
  });

  const paid = async ({ simulator, gateway }: { simulator: GatewaySimulator; gateway: Gateway }) => {
    const payment = await started(gateway);
    await simulator.pay(payment.reference);
    const [taken] = (await gateway.lookUp(payment)).taken;
    assert.ok(taken);
    const refund: RefundRequest = {
      gatewayPaymentId: taken.gatewayPaymentId,
      reference: payment.reference,
      refundId: randomUUID(),
      amountMinor: 250_025,
      currency: 'NGN',
      gatewayRefundId: null,
      mayBeThere: false,
      otherRefundIds: [],
    };
    return { payment, refund };
  };

  test(`${name}: a payment is started with what was asked, to the kobo`, async (t) => {
    const { simulator, gateway } = await open(t);
    const asked = makePayment();
    const { checkoutUrl, sessionId } = await gateway.start(asked);
    const payment = simulator.payments.get(asked.reference);
    assert.deepEqual(
      { ...payment, sessionId: null },
      {
        reference: asked.reference,
        amountMinor: 750_050,
        currency: 'NGN',
        email: 'ada@test.example',
        returnUrl: 'https://shop.test.example/return',
        checkoutUrl,
        sessionId: null,
        isClosed: false,
        transactions: [],
      },
    );
    assert.equal(sessionId, name === 'stripe' ? payment?.sessionId : null);
  });

  test(`${name}: a payment is not paid before it is, and is paid with its own id, sum and time after`, async (t) => {
    const { simulator, gateway } = await open(t);
    const payment = await started(gateway);
    assert.deepEqual(await gateway.lookUp(payment), {
      // Flutterwave knows a reference from the first try to pay it.
      state: name === 'flutterwave' ? 'unknown' : 'open',
      taken: [],
    });
    await simulator.pay(payment.reference);
    const [transaction] = simulator.payments.get(payment.reference)?.transactions ?? [];
    assert.ok(transaction);
    assert.deepEqual(await gateway.lookUp(payment), {
      state: 'paid',
      taken: [
        { gatewayPaymentId: transaction.id, amountMinor: 750_050, currency: 'NGN', paidAt: transaction.at },
      ],
    });
  });

  test(`${name}: numbers that come as text are the same numbers`, async (t) => {
    const { simulator, gateway } = await open(t);
    simulator.settings.numbersAsText = true;
    const { payment, refund } = await paid({ simulator, gateway });
    const { taken } = await gateway.lookUp(payment);
    assert.deepEqual(
      taken.map(({ gatewayPaymentId, amountMinor }) => ({ gatewayPaymentId, amountMinor })),
      [{ gatewayPaymentId: refund.gatewayPaymentId, amountMinor: 750_050 }],
    );
    const { gatewayRefundId } = await gateway.refund(refund);
    assert.equal(simulator.refunds.get(gatewayRefundId)?.amountMinor, 250_025);
    assert.equal((await gateway.refund({ ...refund, mayBeThere: true })).gatewayRefundId, gatewayRefundId);
  });

  test(`${name}: a payment may be pending for two look-ups and then paid`, async (t) => {
    const { simulator, gateway } = await open(t);
    const payment = await started(gateway);
    await simulator.pay(payment.reference, { pendingLookUps: 2 });
    const states = [];
    for (let nr = 0; nr < 3; nr++) states.push((await gateway.lookUp(payment)).state);
    assert.deepEqual(states, ['open', 'open', 'paid']);
  });

  test(`${name}: another sum or currency than the one asked for is told as it is`, async (t) => {
    const { simulator, gateway } = await open(t);
    const less = await started(gateway);
    await simulator.pay(less.reference, { amountMinor: 1 });
    assert.equal((await gateway.lookUp(less)).taken[0]?.amountMinor, 1);
    const foreign = await started(gateway);
    await simulator.pay(foreign.reference, { currency: 'GHS' });
    assert.equal((await gateway.lookUp(foreign)).taken[0]?.currency, 'GHS');
  });

  test(`${name}: a declined card takes nothing`, async (t) => {
    const { simulator, gateway } = await open(t);
    const payment = await started(gateway);
    simulator.decline(payment.reference);
    // Stripe's page lets the buyer try another card.
    assert.deepEqual(await gateway.lookUp(payment), {
      state: name === 'stripe' ? 'open' : 'closed',
      taken: [],
    });
    await simulator.pay(payment.reference);
    assert.equal((await gateway.lookUp(payment)).state, 'paid');
  });

  test(`${name}: a payment that nobody has started is unknown`, async (t) => {
    const { gateway } = await open(t);
    const payment = { reference: 'TSR-NOBO-DYHA-SONE-0000', sessionId: 'cs_test_nobody', checkoutUrl: null };
    assert.deepEqual(await gateway.lookUp(payment), { state: 'unknown', taken: [] });
  });

  test(`${name}: a start without a clear answer is silent, a clear no is a refusal without the secret`, async (t) => {
    const { simulator, gateway } = await open(t);
    const impatient = connectTo(simulator, IMPATIENT);
    for (const fault of SILENT_FAULTS) {
      // Stripe asks twice.
      simulator.faultNext('start', fault, name === 'stripe' ? 2 : 1);
      const on = isHang(fault) ? impatient : gateway;
      await assert.rejects(on.start(makePayment()), GatewaySilent, fault);
      // On a busy machine the impatient one may have given up before it was heard.
      simulator.forgetFaults();
    }
    simulator.faultNext('start', 'refuse');
    await assert.rejects(gateway.start(makePayment()), isRefusalWithout(simulator));
    assert.ok((await gateway.start(makePayment())).checkoutUrl, 'it works again');
  });

  test(`${name}: a look-up, a refund and a closing without a clear answer are silent`, async (t) => {
    const { simulator, gateway } = await open(t);
    const impatient = connectTo(simulator, IMPATIENT);
    const { payment, refund } = await paid({ simulator, gateway });
    for (const fault of SILENT_FAULTS) {
      const on = isHang(fault) ? impatient : gateway;
      simulator.faultNext('look_up', fault);
      await assert.rejects(on.lookUp(payment), GatewaySilent, fault);
      simulator.forgetFaults();
      simulator.faultNext('list_refunds', fault);
      await assert.rejects(on.refund({ ...refund, mayBeThere: true }), GatewaySilent, fault);
      simulator.forgetFaults();
      simulator.faultNext('read_refund', fault);
      await assert.rejects(on.refund({ ...refund, gatewayRefundId: '1' }), GatewaySilent, fault);
      simulator.forgetFaults();
      if (name === 'paystack') continue;
      simulator.faultNext('close', fault);
      await assert.rejects(on.close(payment), GatewaySilent, fault);
      simulator.forgetFaults();
    }
    assert.equal(simulator.refunds.size, 0, 'what could not be looked for was not made');
  });

  test(`${name}: a wrong key is a refusal, and no error has a secret in it`, async (t) => {
    const { simulator, gateway } = await open(t);
    const { payment, refund } = await paid({ simulator, gateway });
    for (const action of ['look_up', 'refund', 'list_refunds'] as const)
      simulator.faultNext(action, 'refuse');
    await assert.rejects(gateway.lookUp(payment), isRefusalWithout(simulator));
    await assert.rejects(gateway.refund(refund), isRefusalWithout(simulator));
    await assert.rejects(gateway.refund({ ...refund, mayBeThere: true }), isRefusalWithout(simulator));

    const other = await SIMULATORS[name]();
    t.after(() => other.close());
    const stranger = connectTo({ account: simulator.account, url: other.url }, PATIENT);
    await assert.rejects(stranger.start(makePayment()), isRefusalWithout(simulator));
    await assert.rejects(stranger.lookUp(payment), isRefusalWithout(simulator));
    const nowhere = connectTo({ account: simulator.account, url: 'http://127.0.0.1:1' }, PATIENT);
    await assert.rejects(nowhere.start(makePayment()), isSilenceWithout(simulator));
  });

  test(`${name}: a callback is read where its signature is right, and not where it is wrong or missing`, async (t) => {
    const { simulator, gateway } = await open(t);
    const payment = await started(gateway);
    const callback = await simulator.pay(payment.reference, { callback: 'hold' });
    assert.deepEqual(gateway.readCallback(raw(callback)), { reference: payment.reference });
    assert.equal(gateway.readCallback(raw(withBadSignature(callback))), null);
    assert.equal(gateway.readCallback(raw(withoutSignature(callback))), null);
    for (const [header, value] of Object.entries(callback.headers)) {
      const twice = { headers: { [header]: [value, value] }, body: Buffer.from(callback.body) };
      assert.equal(gateway.readCallback(twice), null, 'a repeated header is nobody’s signature');
      for (const signature of ['', value.slice(0, -1), `${value}0`, `${value}é`, 'x'.repeat(100_000)]) {
        const cut = { headers: { [header]: signature }, body: Buffer.from(callback.body) };
        assert.equal(gateway.readCallback(cut), null, signature.slice(0, 200));
      }
    }
    const other = await SIMULATORS[name]();
    t.after(() => other.close());
    assert.equal(connectTo(other).readCallback(raw(callback)), null, 'signed with another account’s secret');
    // Flutterwave signs nothing but itself: this is why a callback is only ever a reason to ask.
    const forged = { ...raw(callback), body: Buffer.from(callback.body.replace('7500', '9500')) };
    if (name !== 'flutterwave') assert.equal(gateway.readCallback(forged), null);
  });

  test(`${name}: no callback, however strange, makes it throw or believe`, async (t) => {
    const { simulator, gateway } = await open(t);
    const payment = await started(gateway);
    const { headers } = await simulator.pay(payment.reference, { callback: 'hold' });
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((json) => Buffer.from(json)),
      fc
        .json()
        .map((json) =>
          Buffer.from(`{"event":${json},"data":{"reference":${json},"tx_ref":${json},"object":${json}}}`),
        ),
      fc.constant(Buffer.from('['.repeat(200_000))),
      fc.constant(Buffer.from('{"data":'.repeat(30_000))),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        const read = gateway.readCallback({ headers, body });
        assert.ok(name === 'flutterwave' ? read : read === null);
      }),
    );
  });

  test(`${name}: callbacks come before the start is answered, twice, at the same time and out of order`, async (t) => {
    const { simulator, gateway } = await open(t);
    const receiver = await startCallbackReceiver();
    t.after(() => receiver.close());
    simulator.callbackUrl = receiver.url;
    simulator.settings.payWhileStarting = true;
    const first = makePayment();
    const pending = gateway.start(first);
    const early = await pending;
    assert.equal(receiver.received.length, 1, 'the callback was there before the answer');
    assert.equal((await gateway.lookUp({ reference: first.reference, ...early })).state, 'paid');

    simulator.settings.payWhileStarting = false;
    const second = await started(gateway);
    const held = await simulator.pay(second.reference, { callback: 'hold' });
    assert.equal(receiver.received.length, 1, 'it is held back');
    assert.deepEqual(
      await Promise.all(Array.from({ length: 5 }, () => simulator.send(held))),
      [200, 200, 200, 200, 200],
    );
    assert.equal(simulator.sentCallbacks.length, 6);
    const references = receiver.received.map((callback) => gateway.readCallback(callback)?.reference);
    assert.deepEqual(references, [first.reference, ...Array.from({ length: 5 }, () => second.reference)]);
  });

  test(`${name}: a refund is sent, read again, and comes to each of its ends`, async (t) => {
    const { simulator, gateway } = await open(t);
    const ends = [
      'succeeded',
      'failed',
      ...(name === 'flutterwave' ? [] : ['needs_attention' as const]),
    ] as const;
    for (const end of ends) {
      const { refund } = await paid({ simulator, gateway });
      const sent = await gateway.refund(refund);
      assert.deepEqual(sent, { state: 'sent', gatewayRefundId: sent.gatewayRefundId, note: null });
      const { transactionId, amountMinor, currency } = simulator.refunds.get(sent.gatewayRefundId) ?? {};
      assert.deepEqual(
        { transactionId, amountMinor, currency },
        { transactionId: refund.gatewayPaymentId, amountMinor: 250_025, currency: 'NGN' },
      );
      const again = { ...refund, gatewayRefundId: sent.gatewayRefundId, mayBeThere: true };
      assert.equal((await gateway.refund(again)).state, 'sent');
      simulator.endRefund(sent.gatewayRefundId, end);
      const ended = await gateway.refund(again);
      assert.equal(ended.state, end);
      assert.equal(ended.note === null, end === 'succeeded');
    }
    assert.equal(simulator.refunds.size, ends.length, 'reading makes no refund');
  });

  test(`${name}: the same sum refunded twice is two refunds, and more than was paid is refused`, async (t) => {
    const { simulator, gateway } = await open(t);
    const { refund } = await paid({ simulator, gateway });
    const first = await gateway.refund(refund);
    const second = await gateway.refund({ ...refund, refundId: randomUUID() });
    assert.notEqual(first.gatewayRefundId, second.gatewayRefundId);
    const third = { ...refund, refundId: randomUUID(), amountMinor: 500_000 };
    await assert.rejects(gateway.refund(third), GatewayRefused);
    assert.equal(simulator.refunds.size, 2);
  });

  for (const fault of ['hang_after', 'reset_after', 'unavailable_after'] as const) {
    test(`${name}: a refund that went through unseen (${fault}) is found, not made again`, async (t) => {
      const { simulator, gateway } = await open(t);
      const { refund } = await paid({ simulator, gateway });
      if (fault === 'hang_after')
        await giveUpOn(simulator, 'refund', (impatient) => impatient.refund(refund));
      else {
        simulator.faultNext('refund', fault);
        await assert.rejects(gateway.refund(refund), GatewaySilent);
      }
      const found = await gateway.refund({ ...refund, mayBeThere: true });
      assert.deepEqual([...simulator.refunds.keys()], [found.gatewayRefundId]);
    });
  }

  test(`${name}: a refund that did not go through is made by the next try`, async (t) => {
    const { simulator, gateway } = await open(t);
    const { refund } = await paid({ simulator, gateway });
    simulator.faultNext('refund', 'unavailable');
    await assert.rejects(gateway.refund(refund), GatewaySilent);
    const made = await gateway.refund({ ...refund, mayBeThere: true });
    assert.deepEqual([...simulator.refunds.keys()], [made.gatewayRefundId]);
  });

  test(`${name}: two unseen refunds of one sum are each found, and neither is taken for the other`, async (t) => {
    const { simulator, gateway } = await open(t);
    const { refund } = await paid({ simulator, gateway });
    const other = { ...refund, refundId: randomUUID() };
    for (const asked of [refund, other]) {
      simulator.faultNext('refund', 'reset_after');
      await assert.rejects(gateway.refund(asked), GatewaySilent);
    }
    const [second, first] = [
      await gateway.refund({ ...other, mayBeThere: true }),
      await gateway.refund({ ...refund, mayBeThere: true }),
    ];
    assert.deepEqual([...simulator.refunds.keys()], [first.gatewayRefundId, second.gatewayRefundId]);
  });

  test(`${name}: of two refunds of one sum one went through unseen: the other is made, not taken for it`, async (t) => {
    const { simulator, gateway } = await open(t);
    const { refund } = await paid({ simulator, gateway });
    const other = { ...refund, refundId: randomUUID() };
    simulator.faultNext('refund', 'reset_after');
    await assert.rejects(gateway.refund(refund), GatewaySilent);
    simulator.faultNext('refund', 'reset');
    await assert.rejects(gateway.refund(other), GatewaySilent);
    const made = await gateway.refund({ ...other, mayBeThere: true });
    const found = await gateway.refund({ ...refund, mayBeThere: true });
    assert.deepEqual([...simulator.refunds.keys()], [found.gatewayRefundId, made.gatewayRefundId]);
  });

  test(`${name}: where notes are not shown, the sum tells, among the refunds that are not known`, async (t) => {
    const { simulator, gateway } = await open(t);
    simulator.settings.hidesNotes = true;
    const { refund } = await paid({ simulator, gateway });
    const known = await gateway.refund(refund);
    const other = {
      ...refund,
      refundId: randomUUID(),
      otherRefundIds: [known.gatewayRefundId],
      mayBeThere: true,
    };
    const made = await gateway.refund(other);
    assert.notEqual(made.gatewayRefundId, known.gatewayRefundId);
    assert.equal((await gateway.refund(other)).gatewayRefundId, made.gatewayRefundId);
    assert.equal(simulator.refunds.size, 2);
  });

  test(`${name}: its page is not to be framed, and can be closed where the gateway has a way to`, async (t) => {
    const { simulator, gateway } = await open(t);
    assert.equal(gateway.isFramable, false);
    const payment = await started(gateway);
    await gateway.close(payment);
    assert.equal(simulator.payments.get(payment.reference)?.isClosed, name !== 'paystack');
    // Closed twice, or paid meanwhile: the refusal is no news.
    await gateway.close(payment);
    await gateway.close({ ...payment, sessionId: null, checkoutUrl: null });
  });
}

const isRefusalWithout = (simulator: GatewaySimulator) => (error: unknown) => {
  assert.ok(error instanceof GatewayRefused, String(error));
  return hasNoSecret(error, simulator);
};

const isSilenceWithout = (simulator: GatewaySimulator) => (error: unknown) => {
  assert.ok(error instanceof GatewaySilent, String(error));
  return hasNoSecret(error, simulator);
};

function hasNoSecret(error: Error, { account }: GatewaySimulator): boolean {
  const told = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
  for (const secret of Object.values(account.credentials)) assert.ok(!told.includes(secret), told);
  return true;
}
