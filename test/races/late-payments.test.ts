import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { createOrderEngine, type OrderEngine } from '../../src/orders/order-engine.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { buy, hold, storedOrder } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

// Orders of one device that were given up one after the other, and are all paid for at the same moment, in two processes.

const GIVEN_UP = 8;

let on: TestApp;
let host: TestHost;
let processes: OrderEngine[];

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  processes = [1, 2].map(() => createOrderEngine({ database: on.app.database, paymentWindowMinutes: 30 }));
});
after(async () => {
  await Promise.all(processes.map((engine) => engine.close()));
  await on.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

type Opened = { orderId: string; totalMinor: number };

async function openAndGiveUp(): Promise<{ codeId: string; sku: string; opened: Opened[] }> {
  const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 100 }] });
  const [sku = ''] = skus;
  const codeId = await on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'ONCE',
      discount: { percentBasisPoints: 5_000 },
      maximumUses: 1,
      ticketTypeIds: [],
    }),
  );
  const token = randomUUID();
  const items = [{ sku, quantity: 1 }];
  const opened: Opened[] = [];
  for (let nr = 0; nr < GIVEN_UP; nr += 1) {
    const { reference, total } = await buy(on, host, { slug, token, items, promoCode: 'ONCE' });
    opened.push({ orderId: (await storedOrder(on, reference)).id, totalMinor: total });
  }
  // The last one is given up too, for a cart without the code.
  await hold(on, host, { slug, token, items });
  return { codeId, sku, opened };
}

function settle({ orderId, totalMinor }: Opened, nr: number): Promise<string> {
  const engine = processes[nr % processes.length];
  assert.ok(engine);
  return engine.settle({
    orderId,
    amountMinor: totalMinor,
    gatewayPaymentId: randomUUID(),
    currency: 'NGN',
    paidAt: new Date(),
    cause: 'a test',
  });
}

describe(`${GIVEN_UP} orders that were given up, of a promo code for one use, paid at once`, () => {
  test('are one purchase, and money that goes back', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { codeId, sku, opened } = await openAndGiveUp();
      const outcomes = await Promise.all(opened.map(settle));
      assert.deepEqual(outcomes.toSorted(), [...Array(GIVEN_UP - 1).fill('refunded'), 'settled']);
      const { rows } = await on.app.database.query(
        'SELECT p.uses, t.sold FROM promo_codes AS p, ticket_types AS t WHERE p.id = $1 AND t.id = $2',
        [codeId, sku],
      );
      assert.deepEqual(rows, [{ uses: 1, sold: 1 }]);
    }
  });

  test('would all be bought by who reads the uses first and counts them then', async () => {
    const { codeId, opened } = await openAndGiveUp();
    const left = await Promise.all(
      opened.map(async () => {
        const { rows } = await on.app.database.query<{ left: number }>(
          'SELECT maximum_uses - uses AS left FROM promo_codes WHERE id = $1',
          [codeId],
        );
        return rows[0]?.left ?? 0;
      }),
    );
    assert.equal(left.filter((uses) => uses > 0).length, GIVEN_UP);
  });
});
