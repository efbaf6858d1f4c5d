import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { OPERATOR } from '../../src/audit/actor.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { buy, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { chooseAndFillIn, makeConcert } from './embed-concert.fixture.ts';
import {
  button,
  goToPayment,
  heading,
  payWith,
  ready,
  referenceIn,
  startShop,
  visit,
} from './embed.fixture.ts';
import { untilEqual } from '../harness/until.ts';

const shop = await startShop();
after(() => shop.close());

/** Three tickets, bought in the frame. */
async function buyThree({ priceMinor = 1_000_000 } = {}): Promise<{ slug: string; reference: string }> {
  const { slug } = await makeConcert(shop, { priceMinor });
  const { frame, close } = await visit(shop, { slug });
  await chooseAndFillIn(frame, 3);
  if (priceMinor === 0) {
    await button(frame, 'Get your tickets').click();
  } else {
    await goToPayment(frame);
    await payWith(frame, 'Payment succeeds');
  }
  await ready(frame);
  const reference = await referenceIn(frame);
  await close();
  return { slug, reference };
}

/** Voids the first tickets of an order. The money for them goes back at once, or an hour later. */
async function refund(
  reference: string,
  { count, isSlow = false }: { count: number; isSlow?: boolean },
): Promise<void> {
  const { id: orderId } = await storedOrder(shop.on, reference);
  await shop.on.app.database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position LIMIT $2',
      [orderId, count],
    );
    await refundOrder(tx, {
      actor: OPERATOR,
      orderId,
      ticketIds: rows.map(({ id }) => id),
      amountMinor: null,
      returnsStock: true,
      requestKey: randomUUID(),
    });
    if (!isSlow) return;
    await tx.query(`UPDATE refunds SET next_look_up_at = now() + interval '1 hour' WHERE order_id = $1`, [
      orderId,
    ]);
  });
}

/** The page as its buyer comes back to it. */
async function queryOf(reference: string): Promise<string> {
  const { receipt_token: token } = await storedOrder(shop.on, reference);
  return `?reference=${reference}#receipt=${token}`;
}

const numbersIn = (frame: FrameLocator): Promise<string[]> =>
  frame.getByText(/^Ticket( \d+ of \d+)?$/).allTextContents();

for (const [kind, priceMinor] of [
  ['a paid', 1_000_000],
  ['a free', 0],
] as const) {
  test(`of ${kind} order, one ticket of which was given back, the valid ones are shown`, async () => {
    const { slug, reference } = await buyThree({ priceMinor });
    await refund(reference, { count: 1 });
    await untilStatus(shop.on, reference, 'partially_refunded');
    const { frame, close } = await visit(shop, { slug, query: await queryOf(reference) });
    await ready(frame);
    await frame.getByText(/^Part of this order was cancelled or refunded/).waitFor();
    await untilEqual(['Ticket 1 of 2', 'Ticket 2 of 2'], () => numbersIn(frame));
    await untilEqual(0, () => button(frame, 'Start again').count());
    await close();
  });
}

test('with no valid ticket none is called ready, though the money is still under way', async () => {
  const { slug, reference } = await buyThree();
  await refund(reference, { count: 3, isSlow: true });
  assert.equal((await storedOrder(shop.on, reference)).status, 'confirmed');
  const { frame, close } = await visit(shop, { slug, query: await queryOf(reference) });
  await heading(frame, 'These tickets were cancelled').waitFor();
  await untilEqual(0, () => frame.getByRole('link', { name: 'Download PDF' }).count());
  await button(frame, 'Start again').click();
  await button(frame, 'One more: Regular').waitFor();
  await close();
});

test('of sixty tickets fifty are shown, and where the others are is said', async () => {
  const { slug, skus } = await makeEvent(shop.on, shop.host, {
    ticketTypes: [{ priceMinor: 0, capacity: 600, maximumPerOrder: 60 }],
  });
  const { reference, receiptUrl } = await buy(shop.on, shop.host, {
    slug,
    items: [{ sku: skus[0], quantity: 60 }],
  });
  const { frame, close } = await visit(shop, { slug, query: await queryOf(reference) });
  const rest = frame.getByText('The other 10 tickets are in the PDF, on the receipt');
  await rest.waitFor();
  await untilEqual([50, 'Ticket 50 of 60'], async () => {
    const numbers = await numbersIn(frame);
    return [numbers.length, numbers.at(-1)];
  });
  await untilEqual(receiptUrl, () =>
    rest.getByRole('link', { name: 'See the receipt' }).getAttribute('href'),
  );
  await close();
});

test('a reference alone shows nothing of its order in the frame either, and the way on is there', async () => {
  const { slug, reference } = await buyThree({ priceMinor: 0 });
  const { frame, close } = await visit(shop, { slug, query: `?reference=${reference}` });
  await frame.getByRole('alert').getByText('Please open the link in your e-mail').waitFor();
  await untilEqual(0, () => heading(frame, /^Your tickets/).count());
  await button(frame, 'Start again').click();
  await button(frame, 'One more: Regular').waitFor();
  await close();
});
