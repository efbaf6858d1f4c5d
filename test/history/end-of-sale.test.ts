import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { settleRefundByHand } from '../../src/orders/settle-refund-by-hand.ts';
import { buy, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { assertEverythingAccountedFor, hasEnded } from './end-of-sale.ts';

test('a sale comes to its end also where a refund was paid by hand, and that payment is accounted for', async (t) => {
  const on = await startTestApp();
  t.after(() => on.close());
  const { database } = on.app;
  const host = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 500_000 }] });
  const { reference, checkoutUrl } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  await pay(checkoutUrl ?? '');
  await untilStatus(on, reference, 'confirmed');
  const { id: orderId } = await storedOrder(on, reference);
  await database.transaction(async (tx) => {
    const { rows: tickets } = await tx.query<{ id: string }>('SELECT id FROM tickets WHERE order_id = $1', [
      orderId,
    ]);
    const ticketIds = tickets.map(({ id }) => id);
    const refunding = {
      actor: OPERATOR,
      orderId,
      ticketIds,
      amountMinor: null,
      returnsStock: true,
      requestKey: randomUUID(),
    };
    await refundOrder(tx, refunding);
    const { rows } = await tx.query<{ id: string }>('SELECT id FROM refunds WHERE order_id = $1', [orderId]);
    const settling = {
      seenBy: 'operator',
      actor: OPERATOR,
      by: 'Bola',
      reason: 'in cash',
      evenIfUnderWay: true,
    } as const;
    await settleRefundByHand(tx, { ...settling, refundId: rows[0]?.id ?? '' });
  });
  await until('the end of the sale', () => hasEnded(database), 20_000);
  await assertEverythingAccountedFor(database, [{ reference, isFree: false }]);
  assert.equal((await storedOrder(on, reference)).status, 'refunded');
});
