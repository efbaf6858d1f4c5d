import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTo, SIMULATED, SIMULATORS } from '../../test/harness/gateways/all-simulators.ts';
import type { Fault, GatewaySimulator } from '../../test/harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import {
  EVERY_GATEWAY,
  LONG_TIMEOUTS,
  makePayment,
  open,
  openCommon,
  paid,
  started,
} from './gateway-contract.fixture.ts';
import { GatewayRefused, GatewaySilent } from './gateway.ts';

expectNothingUnhandled();

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
// As the simulators tell it: Stripe of a card in a wallet, Mollie of iDEAL, Flutterwave of mobile money in Ghana.
const PAID_WITH = {
  paystack: 'card',
  flutterwave: 'mobile_money',
  stripe: 'wallet',
  mollie: 'bank',
  paypal: 'paypal',
  mpesa: 'mobile_money',
};
const isHang = (fault: Fault) => fault.startsWith('hang');

for (const name of EVERY_GATEWAY) {
  test(`${name}: a start asks the gateway for its page, or nobody where phones are prompted`, async (t) => {
    const { gateway, requests, start, traits } = await openCommon(t, name);
    const { checkoutUrl } = await start();
    assert.ok(URL.canParse(checkoutUrl ?? ''));
    assert.equal(requests.length > 0, traits.hasPage);
    assert.equal(gateway.prompt === undefined, traits.hasPage);
  });

  test(`${name}: a payment is not paid before it is, and is paid with its own id, sum and time after`, async (t) => {
    const { gateway, pay, start, traits } = await openCommon(t, name);
    const payment = await start();
    assert.deepEqual(await gateway.lookUp(payment), { state: traits.untouched, taken: [] });
    const { id, at } = await pay(payment.reference);
    const { state, taken } = await gateway.lookUp(payment);
    const paidAt = taken[0]?.paidAt ?? assert.fail();
    // Without a time from the gateway it is that of the look-up; the database rounds.
    if (traits.tellsTime) assert.deepEqual(paidAt, at);
    else assert.ok(paidAt.getTime() >= at.getTime() - 1);
    const { amountMinor } = payment;
    assert.equal(state, 'paid');
    assert.deepEqual(taken, [
      { gatewayPaymentId: id, amountMinor, currency: traits.currency, paidAt, method: PAID_WITH[name] },
    ]);
    assert.deepEqual(await gateway.lookUp(payment), { state, taken }, 'and the same when asked again');
  });

  test(`${name}: a payment may be pending for two look-ups and then paid`, async (t) => {
    const { gateway, pay, start } = await openCommon(t, name);
    const payment = await start();
    await pay(payment.reference, 2);
    const states = [];
    for (let nr = 0; nr < 3; nr++) states.push((await gateway.lookUp(payment)).state);
    assert.deepEqual(states, ['under_way', 'under_way', 'paid']);
  });

  test(`${name}: a declined payment takes nothing`, async (t) => {
    const { decline, gateway, pay, start, traits } = await openCommon(t, name);
    const payment = await start();
    await decline(payment.reference);
    assert.deepEqual(await gateway.lookUp(payment), { state: traits.declined, taken: [] });
    if (!traits.isPayableAfterDecline) return;
    await pay(payment.reference);
    assert.equal((await gateway.lookUp(payment)).state, 'paid');
  });

  test(`${name}: a payment that nobody has started is unknown`, async (t) => {
    const { gateway } = await openCommon(t, name);
    const payment = { reference: 'TSR-NOBO-DYHA-SONE-0000', sessionId: 'cs_test_nobody', checkoutUrl: null };
    assert.deepEqual(await gateway.lookUp(payment), { state: 'unknown', taken: [] });
  });

  test(`${name}: a look-up without a clear answer is silent, and the next one finds the payment`, async (t) => {
    const { connect, faultNext, gateway, pay, start } = await openCommon(t, name);
    const payment = await start();
    await pay(payment.reference);
    for (const fault of SILENT_FAULTS) {
      faultNext('look_up', fault);
      const on = isHang(fault) ? connect(IMPATIENT) : gateway;
      await assert.rejects(on.lookUp(payment), GatewaySilent, fault);
    }
    assert.equal((await gateway.lookUp(payment)).state, 'paid');
  });
}

for (const name of SIMULATED) {
  test(`${name}: a payment is started with what was asked, to the kobo`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const asked = makePayment(simulator.traits.currency);
    const { checkoutUrl, sessionId } = await gateway.start(asked);
    const payment = simulator.payments.get(asked.reference);
    assert.deepEqual(
      { ...payment, sessionId: null },
      {
        reference: asked.reference,
        amountMinor: 750_050,
        currency: simulator.traits.currency,
        email: 'ada@test.example',
        returnUrl: 'https://shop.test.example/return',
        checkoutUrl,
        sessionId: null,
        isClosed: false,
        transactions: [],
      },
    );
    assert.equal(sessionId, simulator.traits.hasSession ? payment?.sessionId : null);
  });

  test(`${name}: numbers that come as text are the same numbers`, async (t) => {
    const { simulator, gateway } = await open(t, name);
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

  test(`${name}: another sum or currency than the one asked for is told as it is`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const less = await started({ simulator, gateway });
    await simulator.pay(less.reference, { amountMinor: 1 });
    assert.equal((await gateway.lookUp(less)).taken[0]?.amountMinor, 1);
    const foreign = await started({ simulator, gateway });
    await simulator.pay(foreign.reference, { currency: 'GHS' });
    assert.equal((await gateway.lookUp(foreign)).taken[0]?.currency, 'GHS');
  });

  test(`${name}: a start without a clear answer is silent, a clear no is a refusal without the secret`, async (t) => {
    for (const fault of SILENT_FAULTS) {
      // One each: on a busy machine it may hear who gave up in the midst of the next fault.
      const { simulator, gateway } = await open(t, name);
      simulator.faultNext('start', fault, simulator.traits.startsAsked);
      const on = isHang(fault) ? connectTo(simulator, IMPATIENT) : gateway;
      await assert.rejects(on.start(makePayment(simulator.traits.currency)), GatewaySilent, fault);
    }
    const { simulator, gateway } = await open(t, name);
    simulator.faultNext('start', 'refuse');
    await assert.rejects(gateway.start(makePayment(simulator.traits.currency)), isRefusalWithout(simulator));
    assert.ok((await gateway.start(makePayment(simulator.traits.currency))).checkoutUrl, 'it works again');
  });

  test(`${name}: a refund and a closing without a clear answer are silent`, async (t) => {
    for (const fault of SILENT_FAULTS) {
      const { simulator, gateway } = await open(t, name);
      const { payment, refund } = await paid({ simulator, gateway });
      const on = isHang(fault) ? connectTo(simulator, IMPATIENT) : gateway;
      simulator.faultNext('list_refunds', fault);
      await assert.rejects(on.refund({ ...refund, mayBeThere: true }), GatewaySilent, fault);
      simulator.forgetFaults();
      simulator.faultNext('read_refund', fault);
      await assert.rejects(on.refund({ ...refund, gatewayRefundId: '1' }), GatewaySilent, fault);
      simulator.forgetFaults();
      assert.equal(simulator.refunds.size, 0, 'what could not be looked for was not made');
      if (!simulator.traits.canClose) continue;
      simulator.faultNext('close', fault);
      await assert.rejects(on.close(payment), GatewaySilent, fault);
    }
  });

  test(`${name}: a wrong key is a refusal, and no error has a secret in it`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const { payment, refund } = await paid({ simulator, gateway });
    for (const action of ['look_up', 'refund', 'list_refunds'] as const)
      simulator.faultNext(action, 'refuse');
    await assert.rejects(gateway.lookUp(payment), isRefusalWithout(simulator));
    await assert.rejects(gateway.refund(refund), isRefusalWithout(simulator));
    await assert.rejects(gateway.refund({ ...refund, mayBeThere: true }), isRefusalWithout(simulator));

    const other = await SIMULATORS[name]();
    t.after(() => other.close());
    const stranger = connectTo({ account: simulator.account, url: other.url }, LONG_TIMEOUTS);
    await assert.rejects(stranger.start(makePayment(simulator.traits.currency)), isRefusalWithout(simulator));
    await assert.rejects(stranger.lookUp(payment), isRefusalWithout(simulator));
    const nowhere = connectTo({ account: simulator.account, url: 'http://127.0.0.1:1' }, LONG_TIMEOUTS);
    await assert.rejects(nowhere.start(makePayment(simulator.traits.currency)), isSilenceWithout(simulator));
  });

  test(`${name}: its page is not to be framed, and can be closed where the gateway has a way to`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    assert.equal(gateway.isFramable, false);
    const payment = await started({ simulator, gateway });
    await gateway.close(payment);
    assert.equal(simulator.payments.get(payment.reference)?.isClosed, simulator.traits.canClose);
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
