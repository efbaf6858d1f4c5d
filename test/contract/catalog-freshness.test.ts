import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { SOONER_THAN_FORGOTTEN_MS, until } from '../harness/until.ts';

let on: TestApp;
let second: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  second = await startTestApp({ on, environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on);
});
after(async () => {
  await second.close();
  await on.close();
});

async function event(app: TestApp, slug: string): Promise<Answer['body']> {
  return (await ask(app, `/events/${slug}`, { key: host })).body.data;
}

/** Asks both processes until both show it, and then once more for what they keep. */
async function untilBothShow(what: string, check: (app: TestApp) => Promise<boolean>): Promise<void> {
  for (const app of [on, second]) {
    await until(what, () => check(app), SOONER_THAN_FORGOTTEN_MS);
    assert.ok(await check(app), `${what}, asked again`);
  }
}

/** Both processes have the answers of this event in memory. */
async function warmUp(slug: string): Promise<void> {
  for (const app of [on, second]) {
    for (const path of ['/events', `/events/${slug}`, `/events/${slug}/gallery`])
      for (let n = 0; n < 2; n++) assert.equal((await ask(app, path, { key: host })).status, 200, path);
  }
}

const rename = (app: TestApp, slug: string, name: string) =>
  app.app.database.query('UPDATE events SET name = $2 WHERE slug = $1', [slug, name]);

test('a change made through one process is seen through the other', async () => {
  const { slug } = await makeEvent(on, host);
  await warmUp(slug);
  await rename(on, slug, 'Through the first');
  await untilBothShow('the new name', async (app) => (await event(app, slug)).name === 'Through the first');
  await rename(second, slug, 'Through the second');
  await untilBothShow(
    'the newer name',
    async (app) => (await event(app, slug)).name === 'Through the second',
  );
});

test('a change is not seen before it is committed, nor after it was rolled back', async () => {
  const { slug } = await makeEvent(on, host, { name: 'As it was' });
  await warmUp(slug);
  const rollBack = new Error('never mind');
  await assert.rejects(
    on.app.database.transaction(async (tx) => {
      await tx.query(`UPDATE events SET name = 'Not yet' WHERE slug = $1`, [slug]);
      for (const app of [on, second]) assert.equal((await event(app, slug)).name, 'As it was');
      throw rollBack;
    }),
    rollBack,
  );
  for (const app of [on, second]) assert.equal((await event(app, slug)).name, 'As it was');
});

test('a new event, a cancelled one and a deleted one are seen in every list', async () => {
  const shows = (slug: string) => async (app: TestApp) => {
    const { body } = await ask(app, '/events?limit=100', { key: host });
    return body.data.items.some((item: { slug: string }) => item.slug === slug);
  };
  await shows('x')(on);
  await shows('x')(second);
  const { slug } = await makeEvent(on, host, { ticketTypes: [] });
  await untilBothShow('the new event', shows(slug));
  await on.app.database.query(`UPDATE events SET status = 'CANCELLED' WHERE slug = $1`, [slug]);
  await untilBothShow('the event to be gone', async (app) => !(await shows(slug)(app)));
  await on.app.database.query(`UPDATE events SET status = 'LIVE' WHERE slug = $1`, [slug]);
  await untilBothShow('the event to be back', shows(slug));
  await on.app.database.query('DELETE FROM events WHERE slug = $1', [slug]);
  await untilBothShow('the deleted event to be gone', async (app) => {
    const { status } = await ask(app, `/events/${slug}`, { key: host });
    return status === 404 && !(await shows(slug)(app));
  });
});

test('the number left of a ticket is never an old answer', async () => {
  const { slug, skus } = await makeEvent(on, host);
  for (let held = 0; held <= 20; held++) {
    await on.app.database.query('UPDATE ticket_types SET held = $2 WHERE id = ANY ($1)', [skus, held]);
    for (const app of [on, second]) {
      const { body } = await ask(app, `/events/${slug}/tickets`, { key: host });
      assert.equal(body.data[0].quantityLeft, 100 - held);
    }
  }
});

test('a process whose ear was cut off hears again, and misses nothing that changed meanwhile', async () => {
  const { slug } = await makeEvent(on, host);
  for (let round = 0; round < 3; round++) {
    await warmUp(slug);
    const { rows } = await on.app.database.query<{ cut: boolean }>(
      `SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          -- The second is how a connection that listens makes sure that it is still there.
          AND (query LIKE 'LISTEN %' OR query LIKE 'SELECT (extract(epoch FROM clock_timestamp())%')`,
    );
    assert.ok(rows.length >= 2 && rows.every(({ cut }) => cut), 'each process has a connection that listens');
    // The notification of this change may have nobody to hear it.
    await until('the change to be made', () =>
      rename(on, slug, `Round ${round}`).then(
        () => true,
        () => false,
      ),
    );
    await untilBothShow('the new name', async (app) => (await event(app, slug))?.name === `Round ${round}`);
  }
});

/** A moment soon, by the clock of the database. */
async function databaseTimeIn(ms: number): Promise<Date> {
  const { rows } = await on.app.database.query<{ at: Date }>(
    `SELECT now() + $1 * interval '1 millisecond' AS at`,
    [ms],
  );
  return rows[0]?.at ?? new Date(0);
}

const hasPassed = async (moment: Date): Promise<boolean> => (await databaseTimeIn(0)) > moment;

test('an event ends at the moment it closes, in the list and by its slug, with nobody touching it', async () => {
  const closesAt = await databaseTimeIn(1_500);
  const { slug } = await makeEvent(on, host, { startsAt: new Date(closesAt.getTime() - 60_000), closesAt });
  const stateOf = async (app: TestApp) => {
    const { status } = await event(app, slug);
    const { body } = await ask(app, '/events?limit=100', { key: host });
    const isListed = body.data.items.some((item: { slug: string }) => item.slug === slug);
    const tickets = (await ask(app, `/events/${slug}/tickets`, { key: host })).body.data;
    return `${status} ${isListed} ${tickets[0].status}`;
  };
  for (const app of [on, second])
    await until(
      'it to be listed',
      async () => (await stateOf(app)) === 'LIVE true AVAILABLE' || hasPassed(closesAt),
    );
  await until('the moment to pass', () => hasPassed(closesAt), SOONER_THAN_FORGOTTEN_MS);
  await untilBothShow('it to have ended', async (app) => (await stateOf(app)) === 'ENDED false SALE_ENDED');
});

test('the price is that of the cheapest ticket on sale at the moment, with nobody touching it', async () => {
  const moment = await databaseTimeIn(1_500);
  const { slug } = await makeEvent(on, host, {
    ticketTypes: [
      { name: 'Always', priceMinor: 900 },
      { name: 'Until then', priceMinor: 100, saleEndsAt: moment },
      { name: 'From then on', priceMinor: 300, saleStartsAt: moment },
    ],
  });
  const stateOf = async (app: TestApp) => {
    const { body } = await ask(app, `/events/${slug}/tickets`, { key: host });
    const statuses = body.data.map((ticket: { status: string }) => ticket.status).join(' ');
    return `${(await event(app, slug)).cheapestTicketPrice} ${statuses}`;
  };
  const [earlier, later] = ['100 AVAILABLE AVAILABLE COMING_SOON', '300 AVAILABLE SALE_ENDED AVAILABLE'];
  for (const app of [on, second])
    await until('the first price', async () => (await stateOf(app)) === earlier || hasPassed(moment));
  await until('the moment to pass', () => hasPassed(moment), SOONER_THAN_FORGOTTEN_MS);
  await untilBothShow('the second price', async (app) => (await stateOf(app)) === later);
});
