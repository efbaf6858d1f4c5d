import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openWorld } from '../tickets/ticket-world.fixture.ts';
import { findOrder, type OrderName } from './find-order.ts';

test('an order is found by each of its names, by its host and by the operator', async (t) => {
  const world = await openWorld(t);
  const orderId = await world.order({ event: await world.makeEvent() });
  const { order, event, receiptToken } = await world.load(orderId);
  const { reference } = order;
  const names: OrderName[] = [
    { orderId },
    { orderId: orderId.toUpperCase() },
    { reference },
    { reference: reference.toLowerCase() },
    { receiptToken },
  ];
  for (const name of names) {
    const { hostId } = world.host;
    for (const viewer of [{ hostId }, { seenBy: 'operator' }, { seenBy: 'buyer' }] as const) {
      assert.deepEqual(await findOrder(world.database, { ...viewer, ...name }), {
        id: orderId,
        hostId,
        eventId: event.id,
        reference,
        status: 'confirmed',
        currency: 'NGN',
        receiptToken,
      });
    }
  }
});

test('another host’s order, one that never was and a text that is no name are all just not there', async (t) => {
  const world = await openWorld(t);
  const { hostId } = await world.makeHost();
  const orderId = await world.order({ event: await world.makeEvent() });
  const { order, receiptToken } = await world.load(orderId);
  const names: OrderName[] = [
    { orderId },
    { reference: order.reference },
    { receiptToken },
    { orderId: randomUUID() },
    { reference: 'TSR-0000-0000-0000-0000' },
    { receiptToken: randomUUID() },
    { receiptToken: receiptToken.toUpperCase() },
    { orderId: 'x\u0000' },
    { reference: "'; DROP TABLE orders" },
    { receiptToken: 'x'.repeat(5_000) },
  ];
  for (const name of names) assert.equal(await findOrder(world.database, { hostId, ...name }), null);
});
