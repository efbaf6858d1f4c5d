import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import {
  orderByTransfer,
  takeTransfers,
  waiting,
} from '../../src/orders/bank-transfer/bank-transfer.fixture.ts';
import { cancelTransfer } from '../../src/orders/bank-transfer/cancel-transfer.ts';
import { markTransferPaid } from '../../src/orders/bank-transfer/mark-paid.ts';
import { OPERATOR } from '../../src/audit/actor.ts';
import { order, runSoon, storedOrder } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { ENVIRONMENT, startRaces } from './races.fixture.ts';

const races = await startRaces();
const { on, apps, host } = races;
after(() => races.close());
afterEach(() => races.check());

const through = (at: number) => apps[at % apps.length] ?? on;
const FUNCTION = readFileSync(path.join(import.meta.dirname, '../../functions/accept_transfers.sql'), 'utf8');

describe('buyers who pay by transfer and buyers who pay now', () => {
  test('fight for the last tickets: each is had once, by either way', async () => {
    await takeTransfers(on, host);
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ capacity: 10 }] });
    const items = [{ sku: skus[0] ?? '', quantity: 1 }];
    const bought = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        if (at % 2) {
          // A cart that is not to be had is told so by the fixture.
          const answer = await orderByTransfer(through(at), { slug, sku: skus[0] }).catch(() => null);
          return answer?.status === 201;
        }
        const token = randomUUID();
        const held = await races.hold(through(at), slug, items, token);
        if (held.status !== 201) return false;
        const { quoteReference } = held.body.data as { quoteReference: string };
        // One e-mail has so many unpaid orders and no more.
        const body = { email: `${token}@example.com` };
        const answer = await order(through(at), host, { slug, token, quoteReference }, { body });
        return answer.status === 201;
      }),
    );
    assert.equal(bought.filter(Boolean).length, 10);
    assert.deepEqual(await races.heldOf(eventId), [10]);
  });

  test('paid, cancelled by its buyer and ended by its time at one moment, an order ends one way', async () => {
    await takeTransfers(on, host);
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ capacity: 30 }] });
    for (let round = 0; round < 8; round += 1) {
      const { orderId, reference } = await waiting(through(round), { slug, sku: skus[0] });
      await on.app.database.query(`UPDATE orders SET pay_by = now(), next_look_up_at = now() WHERE id = $1`, [
        orderId,
      ]);
      const [marked] = await Promise.all([
        on.app.database.transaction((tx) => markTransferPaid(tx, { orderId, actor: OPERATOR })),
        through(1).app.database.transaction((tx) => cancelTransfer(tx, { orderId })),
        runSoon(on, 'ask_gateways'),
      ]);
      // Its tickets are there, so even a late mark buys them.
      assert.equal(marked.outcome, 'settled');
      assert.equal((await storedOrder(on, reference)).status, 'confirmed');
    }
    const { rows } = await on.app.database.query<{ sold: number }>(
      'SELECT sold FROM ticket_types WHERE event_id = $1',
      [eventId],
    );
    assert.equal(rows[0]?.sold, 8);
  });
});

describe('the caps, through three processes', () => {
  const CAP = 4;
  const ask = async (apart: typeof on, others: readonly (typeof on)[], hostOf = host): Promise<number> => {
    await takeTransfers(apart, hostOf, { mostPerEmail: CAP });
    const { slug, skus } = await makeEvent(apart, hostOf, { ticketTypes: [{ capacity: 200 }] });
    const email = `${randomUUID()}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        orderByTransfer(others[at % others.length] ?? apart, { slug, sku: skus[0], email }),
      ),
    );
    return answers.filter(({ status }) => status === 201).length;
  };

  test('let in so many orders of an e-mail, and not one more', async () => {
    // Another cap, of orders at gateways too, is five.
    assert.equal(await ask(on, apps), CAP);
  });

  test('the unsafe way, without the lock of the host and of the e-mail, lets in more', async (t) => {
    const apart = await startTestApp({ environment: ENVIRONMENT });
    const second = await startTestApp({ on: apart, environment: ENVIRONMENT });
    t.after(async () => {
      await second.close();
      await apart.close();
    });
    const unlocked = FUNCTION.replace(/PERFORM pg_advisory_xact_lock[^;]*;/, '');
    assert.notEqual(unlocked, FUNCTION);
    await apart.app.database.query(unlocked);
    const open = readFileSync(path.join(import.meta.dirname, '../../functions/open_orders.sql'), 'utf8');
    await apart.app.database.query(open.replace(/PERFORM pg_advisory_xact_lock[^;]*;/, ''));
    const loose = await makeHost(apart);
    let most = 0;
    for (let round = 0; round < 20 && most <= CAP; round += 1)
      most = Math.max(most, await ask(apart, [apart, second], loose));
    assert.ok(most > CAP, `${most} were let in`);
  });
});
