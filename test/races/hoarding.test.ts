import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import pg from 'pg';
import { startHoarding } from '../contract/hoarding.fixture.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';

const world = await startHoarding();
const { on, second, host, hold, order } = world;
after(() => world.close());
afterEach(() => world.check());

const REQUESTS = 120;
const EMAIL = 'eve@example.com';
const cart = { slug: '', body: {}, address: '198.51.100.66' };

const accepted = (answers: Answer[]): number => {
  const refused = answers.filter(({ status }) => status >= 300);
  assert.deepEqual(
    [...new Set(refused.map(({ body }) => body.error_code as string))],
    ['too_many_held'],
    JSON.stringify(refused[0]?.body),
  );
  return answers.length - refused.length;
};
const manyAtOnce = <T>(run: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: REQUESTS }, (_, at) => run(at)));

/** A database to break, and ten connections of each of two processes to it. */
async function startUnsafe(t: { after(end: () => unknown): void }) {
  const app = await startTestApp();
  const pools = [0, 1].map(() => new pg.Pool({ connectionString: app.testDatabase.url, max: 10 }));
  // A connection that is still going away when its database is dropped is told so.
  for (const pool of pools) pool.on('error', () => {});
  t.after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await app.close();
  });
  const { eventId } = await makeEvent(app, await makeHost(app));
  return { eventId, poolOf: (at: number) => pools[at % 2] as pg.Pool };
}

describe('one address in a hurry, through two processes', () => {
  test('holds a quarter of a ticket type and not one more', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 128 }] });
    const body = { items: [{ sku: skus[0], quantity: 1 }] };
    const answers = await manyAtOnce((at) => hold({ ...cart, slug, body }, at % 2 ? second : on));
    assert.equal(accepted(answers), 32);
  });

  test('takes a quarter of a free one and not one more', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 128, priceMinor: 0 }] });
    const body = { items: [{ sku: skus[0], quantity: 1 }] };
    const answers = await manyAtOnce((at) => order({ ...cart, slug, body }, at % 2 ? second : on));
    assert.equal(accepted(answers), 32);
  });

  test('the unsafe way holds more under the same load', async (t) => {
    const { eventId, poolOf } = await startUnsafe(t);
    const held = await manyAtOnce(async (at) => {
      const { rows } = await poolOf(at).query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM reservations WHERE event_id = $1 AND client_address = $2',
        [eventId, cart.address],
      );
      if ((rows[0]?.count ?? 0) >= 32) return false;
      await poolOf(at).query(
        `INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at,
                                   quote_reference, quote)
         VALUES (gen_random_uuid(), $1, gen_random_uuid(), $2, false, 1, now(), now() + interval '1 minute', 'q', '{}')`,
        [eventId, cart.address],
      );
      return true;
    });
    assert.ok(held.filter(Boolean).length > 32);
  });
});

describe('one e-mail at one address in a hurry, through two processes', () => {
  test('has five unpaid orders and not one more', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1_000 }] });
    const body = { items: [{ sku: skus[0], quantity: 1 }] };
    const answers = await manyAtOnce((at) =>
      order({ slug, body, address: '198.51.100.1', email: EMAIL }, at % 2 ? second : on),
    );
    assert.equal(accepted(answers), 5);
  });

  test('the unsafe way has more under the same load', async (t) => {
    const { eventId, poolOf } = await startUnsafe(t);
    const ordered = await manyAtOnce(async (at) => {
      const { rows } = await poolOf(at).query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM orders
          WHERE event_id = $1 AND lower(email) = $2 AND status = 'pending_payment'`,
        [eventId, EMAIL],
      );
      if ((rows[0]?.count ?? 0) >= 5) return false;
      await poolOf(at).query(
        `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency,
                             email, first_name, last_name, created_at)
         VALUES ($1, 'TSR-0000-0000-0000-' || lpad($4::text, 4, '0'), $2, $2, 'api', 'pending_payment', 'q', '{}', 1, 'NGN',
                 $3, 'Eve', 'Obi', now())`,
        [randomUUID(), eventId, EMAIL, at],
      );
      return true;
    });
    assert.ok(ordered.filter(Boolean).length > 5);
  });
});
