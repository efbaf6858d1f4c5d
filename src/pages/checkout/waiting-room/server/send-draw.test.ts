import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeHost } from '../../../../../test/harness/make-catalog.ts';
import { startTestApp } from '../../../../../test/harness/test-app.ts';
import { drawNow, lineUp, makeRoom } from '../room.fixture.ts';

test('an address gets one drawn list at a time, a whole /48 four, and others get theirs meanwhile', async (t) => {
  const on = await startTestApp({
    environment: { RATE_LIMIT_PER_ADDRESS: '1000000', TRUST_PROXY: 'loopback' },
  });
  t.after(() => on.close());
  const room = await makeRoom(on, await makeHost(on, { name: 'Harmattan Nights' }));
  await lineUp(on, room.slug);
  await drawNow(on, room);
  const askFrom = (from: string): Promise<Response> =>
    fetch(`${on.publicUrl}/checkout/${room.slug}/room/draw`, { headers: { 'x-forwarded-for': from } });

  const { database } = on.app;
  const opened = await database.transaction(async (tx) => {
    // No list goes on before this is over.
    await tx.query('LOCK TABLE waiting_entries IN ACCESS EXCLUSIVE MODE');
    const first = await askFrom('198.51.100.1');
    assert.equal(first.status, 200);
    const again = await askFrom('198.51.100.1');
    assert.equal(again.status, 429);
    assert.equal(again.headers.get('retry-after'), '30');
    assert.match(await again.text(), /sent to your address already/);

    const site = await Promise.all(['a', 'b', 'c', 'd'].map((part) => askFrom(`2001:db8:1:${part}::1`)));
    assert.deepEqual(
      site.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal((await askFrom('2001:db8:1:e::1')).status, 429);
    const other = await askFrom('198.51.100.2');
    assert.equal(other.status, 200);
    assert.match(await (await askFrom('198.51.100.3')).text(), /sent to others/);
    return [first, ...site, other];
  });
  for (const answer of opened) assert.match(await answer.text(), /^count 1\n[0-9a-f-]{36}\n$/m);
  // All have come: there is room again.
  assert.equal((await askFrom('198.51.100.1')).status, 200);
});
