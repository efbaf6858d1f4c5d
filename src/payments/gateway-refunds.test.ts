import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { giveUpOn, SIMULATED } from '../../test/harness/gateways/all-simulators.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { open, paid } from './gateway-contract.fixture.ts';
import { GatewayRefused, GatewaySilent } from './gateway.ts';

expectNothingUnhandled();

for (const name of SIMULATED) {
  test(`${name}: a refund is sent, read again, and comes to each of its ends`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const ends = [
      'succeeded',
      'failed',
      ...(simulator.traits.refundsNeedAttention ? ['needs_attention' as const] : []),
    ] as const;
    for (const end of ends) {
      const { refund } = await paid({ simulator, gateway });
      const sent = await gateway.refund(refund);
      assert.deepEqual(sent, { state: 'sent', gatewayRefundId: sent.gatewayRefundId, note: null });
      const { transactionId, amountMinor, currency } = simulator.refunds.get(sent.gatewayRefundId) ?? {};
      assert.deepEqual(
        { transactionId, amountMinor, currency },
        { transactionId: refund.gatewayPaymentId, amountMinor: 250_025, currency: simulator.traits.currency },
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
    const { simulator, gateway } = await open(t, name);
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
      const { simulator, gateway } = await open(t, name);
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
    const { simulator, gateway } = await open(t, name);
    const { refund } = await paid({ simulator, gateway });
    simulator.faultNext('refund', 'unavailable');
    await assert.rejects(gateway.refund(refund), GatewaySilent);
    const made = await gateway.refund({ ...refund, mayBeThere: true });
    assert.deepEqual([...simulator.refunds.keys()], [made.gatewayRefundId]);
  });

  test(`${name}: two unseen refunds of one sum are each found, and neither is taken for the other`, async (t) => {
    const { simulator, gateway } = await open(t, name);
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
    const { simulator, gateway } = await open(t, name);
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
    const { simulator, gateway } = await open(t, name);
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
}
