import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { connectTo, SIMULATED, SIMULATORS } from '../../test/harness/gateways/all-simulators.ts';
import { startCallbackReceiver } from '../../test/harness/gateways/callback-receiver.ts';
import { withBadSignature, withoutSignature, toRaw as raw } from '../../test/harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { makePayment, open, started } from './gateway-contract.fixture.ts';

expectNothingUnhandled();

for (const name of SIMULATED) {
  test(`${name}: a callback is read where its signature is right, and not where it is wrong or missing`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const payment = await started({ simulator, gateway });
    const callback = await simulator.pay(payment.reference, { callback: 'hold' });
    assert.deepEqual(gateway.readCallback(raw(callback)), { reference: payment.reference });
    assert.equal(gateway.readCallback(raw(withBadSignature(callback))), null);
    assert.equal(gateway.readCallback(raw(withoutSignature(callback))), null);
    for (const [header, value] of Object.entries(callback.mark === undefined ? callback.headers : {})) {
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
    // A secret beside the body, or a mark in it, covers no more than itself: this is why a callback is only ever a reason to ask.
    const forged = { ...raw(callback), body: Buffer.from(callback.body.replace('7500', '9500')) };
    if (simulator.traits.signs === 'body') assert.equal(gateway.readCallback(forged), null);
  });

  test(`${name}: no callback, however strange, makes it throw or believe`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const payment = await started({ simulator, gateway });
    const signed = raw(await simulator.pay(payment.reference, { callback: 'hold' }));
    // A secret or a mark beside the body is right whatever the body is.
    const isBeside = simulator.traits.signs === 'secret' || signed.query !== undefined;
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
        const read = gateway.readCallback({ ...signed, body });
        assert.ok(isBeside ? read : read === null);
      }),
    );
  });

  test(`${name}: callbacks come before the start is answered, twice, at the same time and out of order`, async (t) => {
    const { simulator, gateway } = await open(t, name);
    const receiver = await startCallbackReceiver();
    t.after(() => receiver.close());
    simulator.callbackUrl = receiver.url;
    simulator.settings.payWhileStarting = true;
    const first = makePayment(simulator.traits.currency);
    const pending = gateway.start(first);
    const early = await pending;
    assert.equal(receiver.received.length, 1, 'the callback was there before the answer');
    assert.equal((await gateway.lookUp({ reference: first.reference, ...early })).state, 'paid');

    simulator.settings.payWhileStarting = false;
    const second = await started({ simulator, gateway });
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
}
