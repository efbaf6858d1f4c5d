import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { lapse } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { A_MINUTE_MS, AN_HOUR_MS, held, refused, startReservations } from './reservations.fixture.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const world = await startReservations();
const { on, second, host, hold, release, stored, countStored, moveExpiry, left, query } = world;
after(() => world.close());
afterEach(() => world.check());

describe('one attendee, one hold', () => {
  test('a new hold is 201 and a refreshed one 200, with the same token', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    const first = await held(hold(slug, skus[0], 2, { token }));
    assert.equal(first.reservationToken, token);
    assert.deepEqual(await left(slug), [98]);
    const again = await held(hold(slug, skus[0], 2, { token }), 200);
    assert.equal(again.reservationToken, token);
    assert.deepEqual(await left(slug), [98]);
    assert.equal(await countStored(slug), 1);
  });

  test('without a token one is minted, and belongs to the address and the event', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const other = await makeEvent(on, host);
    const first = await held(hold(slug, skus[0], 2, { address: '198.51.100.1' }));
    assert.match(first.reservationToken, UUID);
    const again = await held(hold(slug, skus[0], 3, { address: '198.51.100.1' }), 200);
    assert.equal(again.reservationToken, first.reservationToken);
    const neighbour = await held(hold(slug, skus[0], 1, { address: '198.51.100.2' }));
    const elsewhere = await held(hold(other.slug, other.skus[0], 1, { address: '198.51.100.1' }));
    assert.equal(
      new Set([first.reservationToken, neighbour.reservationToken, elsewhere.reservationToken]).size,
      3,
    );
    assert.deepEqual(await left(slug), [96]);
    assert.equal(await countStored(slug), 2);
  });

  test('a minted token sent back finds the same hold, from any address', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const { reservationToken: token } = await held(hold(slug, skus[0], 2, { address: '198.51.100.3' }));
    await held(hold(slug, skus[0], 4, { token, address: '198.51.100.4' }), 200);
    await held(hold(slug, skus[0], 5, { address: '198.51.100.3' }), 200);
    assert.equal(await countStored(slug), 1);
    assert.equal((await stored(slug, token)).client_address, '198.51.100.3');
    assert.deepEqual(await left(slug), [95]);
  });

  test('a token of its own is apart from the cart of its address', async () => {
    const { slug, skus } = await makeEvent(on, host);
    await held(hold(slug, skus[0], 1, { token: randomUUID(), address: '198.51.100.5' }));
    await held(hold(slug, skus[0], 1, { address: '198.51.100.5' }));
    assert.deepEqual(await left(slug), [98]);
  });

  test('a token in upper case is the same token', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token: token.toUpperCase() }));
    const again = await held(hold(slug, skus[0], 1, { token }), 200);
    assert.equal(again.reservationToken, token);
    assert.equal((await release(slug, { token: token.toUpperCase() })).status, 200);
    assert.deepEqual(await left(slug), [100]);
  });

  test('the same token twice at once, through two processes, is one hold: 201 and 200', async () => {
    const { slug, skus } = await makeEvent(on, host);
    for (let round = 0; round < 10; round++) {
      const token = randomUUID();
      const answers = await Promise.all(
        [on, second, on, second].map((app) => hold(slug, skus[0], 1, { app, token })),
      );
      const statuses = answers.map(({ status }) => String(status)).sort();
      assert.deepEqual(
        statuses,
        ['200', '200', '200', '201'],
        JSON.stringify(answers.map(({ body }) => body)),
      );
      await held(release(slug, { token }), 200);
    }
    const byAddress = await Promise.all(
      [on, second, on, second].map((app) => hold(slug, skus[0], 1, { app, address: '198.51.100.6' })),
    );
    assert.deepEqual(byAddress.map(({ status }) => String(status)).sort(), ['200', '200', '200', '201']);
    assert.equal(new Set(byAddress.map(({ body }) => body.data.reservationToken)).size, 1);
    assert.deepEqual(await left(slug), [99]);
  });

  test('the same token for another event is another hold', async () => {
    const [a, b] = [await makeEvent(on, host), await makeEvent(on, host)];
    const token = randomUUID();
    await held(hold(a.slug, a.skus[0], 1, { token }));
    await held(hold(b.slug, b.skus[0], 1, { token }));
    await held(release(a.slug, { token }), 200);
    assert.deepEqual([await left(a.slug), await left(b.slug)], [[100], [99]]);
  });
});

describe('the window', () => {
  test("lasts as long as the event says, and the client's countdown ends 15 seconds before", async () => {
    for (const minutes of [2, 10, 60]) {
      const { slug, skus, eventId } = await makeEvent(on, host);
      await query('UPDATE events SET hold_minutes = $2 WHERE id = $1', [eventId, minutes]);
      const data = await held(hold(slug, skus[0], 1));
      const row = await stored(slug, data.reservationToken);
      assert.equal(row.expires_at.getTime() - row.first_held_at.getTime(), minutes * A_MINUTE_MS);
      assert.equal(row.expires_at.getTime() - Date.parse(data.clientExpiresAt), 15_000);
      assert.match(data.clientExpiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });

  test('is extended by a refresh, which keeps the moment of the first hold', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token }));
    const { first_held_at: firstHeldAt } = await stored(slug, token);
    await moveExpiry(token, A_MINUTE_MS);
    const original = await stored(slug, token);
    await held(hold(slug, skus[0], 1, { token }), 200);
    const refreshed = await stored(slug, token);
    assert.ok(refreshed.expires_at.getTime() > original.expires_at.getTime() + 8 * A_MINUTE_MS);
    assert.deepEqual(refreshed.first_held_at, firstHeldAt);
  });

  test('ends one hour after the first hold however often it is refreshed', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token }));
    await query(
      `UPDATE reservations SET first_held_at = first_held_at - interval '55 minutes' WHERE token = $1`,
      [token],
    );
    for (let round = 0; round < 2; round++) {
      const data = await held(hold(slug, skus[0], 1, { token }), 200);
      const row = await stored(slug, token);
      assert.equal(row.expires_at.getTime() - row.first_held_at.getTime(), AN_HOUR_MS);
      assert.equal(Date.parse(data.clientExpiresAt), row.expires_at.getTime() - 15_000);
    }
  });

  test('starts afresh, as 201, where the token had lapsed or was released', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 2, { token }));
    await query(
      `UPDATE reservations SET first_held_at = first_held_at - interval '59 minutes' WHERE token = $1`,
      [token],
    );
    for (const end of [() => lapse(on, token), () => held(release(slug, { token }), 200)]) {
      await end();
      await held(hold(slug, skus[0], 3, { token }));
      const row = await stored(slug, token);
      assert.equal(row.expires_at.getTime() - row.first_held_at.getTime(), 10 * A_MINUTE_MS);
      assert.equal(row.ended_at, null);
      assert.deepEqual(await left(slug), [97]);
    }
    assert.equal(await countStored(slug), 1);
  });
});

describe('release', () => {
  test('frees the tickets at once; a second time there is nothing to release', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }] });
    const token = randomUUID();
    await refused(release(slug, { token }), 'nothing_to_release');
    await held(hold(slug, skus[0], 2, { token }));
    await refused(hold(slug, skus[0], 1, { token: randomUUID() }), 'tickets_unavailable');
    const { status, body } = await release(slug, { token });
    assert.equal(status, 200);
    assert.deepEqual(body, { data: { released: true }, status: true });
    assert.deepEqual(await left(slug), [2]);
    await refused(release(slug, { token }), 'nothing_to_release');
    await held(hold(slug, skus[0], 2, { token: randomUUID() }));
  });

  test('has no body, whatever type the client says it is of', async () => {
    const { slug, skus } = await makeEvent(on, host);
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'nonsense']) {
      const token = randomUUID();
      await held(hold(slug, skus[0], 1, { token }));
      const headers = { 'x-device-id': token, 'content-type': type };
      await held(ask(on, `/events/${slug}/reservations`, { method: 'DELETE', key: host, headers }), 200);
    }
  });

  test('without a token is of the hold of that address, and of no other', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const { reservationToken: token } = await held(hold(slug, skus[0], 2, { address: '198.51.100.7' }));
    await held(hold(slug, skus[0], 1, { token: randomUUID(), address: '198.51.100.7' }));
    await refused(release(slug, { address: '198.51.100.8' }), 'nothing_to_release');
    await refused(release(slug, { token: randomUUID(), address: '198.51.100.7' }), 'nothing_to_release');
    assert.deepEqual(await left(slug), [97]);
    await held(release(slug, { address: '198.51.100.7' }), 200);
    assert.deepEqual(await left(slug), [99]);
    await refused(release(slug, { address: '198.51.100.7' }), 'nothing_to_release');
    await refused(release(slug, { token }), 'nothing_to_release');
  });

  test('by the minted token is the same as by the address', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const { reservationToken: token } = await held(hold(slug, skus[0], 2, { address: '198.51.100.9' }));
    await held(release(slug, { token, address: '198.51.100.10' }), 200);
    await refused(release(slug, { address: '198.51.100.9' }), 'nothing_to_release');
  });

  test('of a hold that has lapsed is nothing to release', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    await held(hold(slug, skus[0], 1, { token }));
    await lapse(on, token);
    await refused(release(slug, { token }), 'nothing_to_release');
    assert.deepEqual(await left(slug), [100]);
  });

  test("of another host's or an unknown event is 404, and of a bad token 400", async () => {
    const { slug } = await makeEvent(on, host);
    const other = await makeHost(on);
    await refused(release(slug, { key: other }), 'not_found', 404);
    await refused(release('no-such-event'), 'not_found', 404);
    await refused(release(slug, { token: 'my-phone' }), 'validation_failed');
  });
});
