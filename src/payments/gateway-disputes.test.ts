import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIMULATED } from '../../test/harness/gateways/all-simulators.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { toRaw } from '../../test/harness/gateways/simulator.ts';
import { open, paid } from './gateway-contract.fixture.ts';
import { GatewayRefused, GatewaySilent } from './gateway.ts';

expectNothingUnhandled();

const A_DAY_MS = 86_400_000;

for (const name of SIMULATED) {
  test(`${name}: a dispute is found with its amount and deadline, by its payment alone, and comes to each of its ends`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const { payment, refund } = await paid({ simulator, gateway });
    const { refund: other } = await paid({ simulator, gateway });
    const asked = {
      gatewayPaymentId: refund.gatewayPaymentId,
      reference: payment.reference,
      currency: simulator.traits.currency,
    };
    assert.deepEqual(await gateway.findDisputes?.(asked), []);
    const { id } = simulator.dispute(payment.reference, { amountMinor: 500_000 });
    const { openedAt, dueAt } = simulator.disputes.get(id) ?? {};
    const { openDispute, namesDisputes } = simulator.traits;
    for (const numbersAsText of [false, true]) {
      simulator.settings.numbersAsText = numbersAsText;
      const found = await gateway.findDisputes?.(asked);
      assert.deepEqual(found, [
        {
          gatewayDisputeId: id,
          amountMinor: 500_000,
          currency: simulator.traits.currency,
          reason: found?.[0]?.reason,
          state: openDispute,
          isRefundable: false,
          dueAt: found?.[0]?.dueAt,
          openedAt,
          endedAt: openDispute === 'open' ? null : openedAt,
        },
      ]);
      assert.notEqual(found?.[0]?.reason, '');
      if (namesDisputes)
        assert.ok(Math.abs((found?.[0]?.dueAt?.getTime() ?? 0) - (dueAt?.getTime() ?? 0)) < 1_000);
      else assert.equal(found?.[0]?.dueAt, null);
    }
    const ofOther = { ...asked, gatewayPaymentId: other.gatewayPaymentId, reference: other.reference };
    assert.deepEqual(await gateway.findDisputes?.(ofOther), []);
    for (const [state, expected] of [
      ['answered', openDispute],
      ['won', 'won'],
      ['open', openDispute],
      ['lost', 'lost'],
    ] as const) {
      simulator.moveDispute(id, state);
      assert.deepEqual(
        (await gateway.findDisputes?.(asked))?.map((dispute) => dispute.state),
        [expected],
      );
    }
  });

  test(`${name}: payments disputed lately are listed, as its callbacks name them`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const { payment } = await paid({ simulator, gateway });
    await paid({ simulator, gateway });
    const { callback } = simulator.dispute(payment.reference);
    const named = gateway.readCallback(toRaw(callback));
    assert.ok(named);
    if (simulator.traits.namesDisputes) assert.equal(named.isOfDispute, true);
    else assert.equal((await gateway.lookUp(payment)).isDisputed, true);
    const listed = await gateway.listDisputed?.(new Date(Date.now() - A_DAY_MS));
    assert.deepEqual(
      listed?.map(({ reference, gatewayPaymentId }) => reference ?? gatewayPaymentId),
      [named.reference ?? named.gatewayPaymentId],
    );
    assert.deepEqual(await gateway.listDisputed?.(new Date(Date.now() + 2 * A_DAY_MS)), []);
  });

  test(`${name}: a list of disputes is read to its end, page by page, and no further than the cap`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    simulator.settings.disputesPerPage = 2;
    for (let count = 0; count < 5; count++)
      simulator.dispute((await paid({ simulator, gateway })).payment.reference);
    const since = new Date(Date.now() - A_DAY_MS);
    const listed = (await gateway.listDisputed?.(since)) ?? [];
    assert.equal(
      new Set(listed.map(({ reference, gatewayPaymentId }) => reference ?? gatewayPaymentId)).size,
      5,
    );
    const asked = () => simulator.requests.filter(({ action }) => action === 'list_disputes').length;
    assert.equal(asked(), 3);
    simulator.settings.disputesPerPage = 1;
    for (let count = 0; count < 17; count++)
      simulator.dispute((await paid({ simulator, gateway })).payment.reference);
    assert.equal((await gateway.listDisputed?.(since))?.length, 20);
    assert.equal(asked(), 3 + 20);
  });

  test(`${name}: of disputed money nothing is refunded`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const { payment, refund } = await paid({ simulator, gateway });
    const { id } = simulator.dispute(payment.reference);
    await assert.rejects(gateway.refund(refund), GatewayRefused);
    simulator.moveDispute(id, 'won');
    assert.equal((await gateway.refund({ ...refund, retries: 1 })).state, 'sent');
  });

  test(`${name}: an answer that is lost, refused or nonsense tells of no dispute`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const { payment, refund } = await paid({ simulator, gateway });
    simulator.dispute(payment.reference);
    const asked = {
      gatewayPaymentId: refund.gatewayPaymentId,
      reference: payment.reference,
      currency: simulator.traits.currency,
    };
    for (const fault of ['reset', 'unavailable', 'busy', 'nonsense', 'too_large'] as const) {
      simulator.faultNext('list_disputes', fault);
      await assert.rejects(async () => gateway.findDisputes?.(asked), GatewaySilent, fault);
    }
    simulator.faultNext('list_disputes', 'forbid');
    await assert.rejects(async () => gateway.findDisputes?.(asked), GatewayRefused);
    assert.equal((await gateway.findDisputes?.(asked))?.length, 1);
  });
}

test('stripe: an inquiry is open, and may still be refunded', async (t) => {
  const { simulator, gateway } = await open(t, 'stripe');
  const { payment, refund } = await paid({ simulator, gateway });
  simulator.dispute(payment.reference, { state: 'asked' });
  const asked = {
    gatewayPaymentId: refund.gatewayPaymentId,
    reference: payment.reference,
    currency: simulator.traits.currency,
  };
  const [found] = (await gateway.findDisputes?.(asked)) ?? [];
  assert.deepEqual([found?.state, found?.isRefundable], ['open', true]);
  assert.equal((await gateway.refund(refund)).state, 'sent');
});
