import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { Refusal } from '../refusal.ts';
import { FIRST_DAY_MAILS, countHostMails } from './count-host-mails.ts';

let on: TestApp;
let host: TestHost;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());

const take = (hostId: string, count: number, perDay = 10): Promise<string> =>
  on.app.database
    .transaction((tx) => countHostMails(tx, { hostId, count, perDay }))
    .then(
      () => 'taken',
      (error: unknown) => {
        assert(error instanceof Refusal && error.code === 'rate_limited', String(error));
        return error.message;
      },
    );

test('a host sends so many e-mails a day and no more, and whoever is refused has used up nothing', async () => {
  assert.equal(await take(host.hostId, 6), 'taken');
  assert.match(await take(host.hostId, 5), /10 e-mails a day.* 4 are left today/);
  assert.equal(await take(host.hostId, 4), 'taken');
  assert.match(await take(host.hostId, 1), / 0 are left today/);
  assert.equal(await take((await makeHost(on)).hostId, 10), 'taken');
});

test('those who ask at one moment are counted one after the other', async () => {
  const { hostId } = await makeHost(on);
  const answers = await Promise.all(Array.from({ length: 8 }, () => take(hostId, 3)));
  assert.equal(answers.filter((answer) => answer === 'taken').length, 3);
});

suite('how many they are grows with the host', () => {
  const PER_DAY = 2_000;
  /** As many as it may send in all. */
  async function allowed(hostId: string): Promise<number> {
    const said = await take(hostId, 1_000_000, PER_DAY);
    return Number(/can send (\d+) e-mails/.exec(said)?.[1]);
  }

  for (const [days, expected] of [
    [0, FIRST_DAY_MAILS],
    [1, FIRST_DAY_MAILS],
    [15, 1_000],
    [30, PER_DAY],
    [400, PER_DAY],
  ] as const) {
    test(`one that was confirmed ${days} days ago sends ${expected} a day`, async () => {
      const { hostId } = await makeHost(on);
      await on.app.database.query(
        `UPDATE hosts SET confirmed_at = now() - $2 * interval '1 day' - interval '1 minute' WHERE id = $1`,
        [hostId, days],
      );
      const found = await allowed(hostId);
      // A minute of a day more.
      assert.ok(found >= expected && found <= expected + 1, `${found}`);
    });
  }

  test('one whose e-mail is not confirmed has what a new one has, and says how it grows', async () => {
    const { hostId } = await makeHost(on);
    await on.app.database.query('UPDATE hosts SET confirmed_at = NULL WHERE id = $1', [hostId]);
    assert.equal(await allowed(hostId), FIRST_DAY_MAILS);
    assert.match(await take(hostId, 101, PER_DAY), /100 are left today.*you reach 2000 after 30 days/);
  });

  test('one that buyers have paid by a gateway has more at once; what it gave away or sold itself counts for nothing', async () => {
    const own = await makeHost(on);
    const { slug, skus, eventId } = await makeEvent(on, own, {
      ticketTypes: [{ priceMinor: 0, capacity: 1_000 }],
    });
    const { reference } = await buy(on, own, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const copy = (count: number, gateway: string | null, totalMinor: number, source = 'api') =>
      on.app.database.query(
        `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email, first_name,
                             last_name, paid_by, gateway, created_at, confirmed_at)
         SELECT new_id(), 'TSR' || regexp_replace(upper(substr(md5(random()::text), 1, 16)), '(....)', '-\\1', 'g'), event_id, host_id, $6, status, gen_random_uuid()::text, quote, $4, currency,
                email, first_name, last_name, CASE WHEN $6 = 'host' THEN 'cash' END, $3, created_at, confirmed_at
           FROM orders CROSS JOIN generate_series(1, $2::integer) WHERE event_id = $1 AND reference = $5`,
        [eventId, count, gateway, totalMinor, reference, source],
      );
    await copy(200, null, 0);
    await copy(200, 'by_hand', 100_000, 'host');
    assert.equal(await allowed(own.hostId), FIRST_DAY_MAILS);
    await copy(50, 'paystack', 100_000);
    assert.equal(await allowed(own.hostId), 1_000);
    await copy(60, 'paystack', 100_000);
    assert.equal(await allowed(own.hostId), PER_DAY);
  });

  test('and an operator who allows fewer than that is obeyed from the first day on', async () => {
    const { hostId } = await makeHost(on);
    assert.match(await take(hostId, 21, 20), /can send 20 e-mails a day/);
  });
});

suite('new hosts of one account', () => {
  const PER_DAY = 2_000;
  /** Hosts of one account, confirmed so many days ago. */
  async function hostsOf(days: number[]): Promise<string[]> {
    const maker = await makeHost(on);
    const ids = [maker.hostId];
    while (ids.length < days.length) ids.push((await makeHost(on)).hostId);
    await on.app.database.query(
      `UPDATE hosts SET made_by = $3, confirmed_at = now() - days * interval '1 day' - interval '1 minute'
         FROM unnest($1::uuid[], $2::int[]) AS given (id, days) WHERE hosts.id = given.id`,
      [ids, days, maker.personId],
    );
    return ids;
  }

  test('send together what one of them may send', async () => {
    const [first = '', second = '', third = ''] = await hostsOf([0, 0, 0]);
    assert.equal(await take(first, 60, PER_DAY), 'taken');
    assert.equal(await take(second, 30, PER_DAY), 'taken');
    assert.match(
      await take(third, 20, PER_DAY),
      /can send 100 e-mails a day.*together with the other new hosts of its owner\. 10 are left today/,
    );
    assert.equal(await take(third, 10, PER_DAY), 'taken');
    assert.notEqual(await take(first, 1, PER_DAY), 'taken');
  });

  test('also those that send at one moment', async () => {
    const ids = await hostsOf([0, 0, 0, 0]);
    const answers = await Promise.all(ids.map((hostId) => take(hostId, 40, PER_DAY)));
    assert.equal(answers.filter((answer) => answer === 'taken').length, 2);
  });

  test('as much as the oldest of them, and an older one takes no part in it', async () => {
    const [older = '', halfway = '', newest = ''] = await hostsOf([31, 15, 0]);
    assert.equal(await take(older, 2_000, PER_DAY), 'taken');
    assert.equal(await take(newest, 600, PER_DAY), 'taken');
    assert.equal(await take(halfway, 400, PER_DAY), 'taken');
    assert.notEqual(await take(newest, 2, PER_DAY), 'taken');
  });
});
