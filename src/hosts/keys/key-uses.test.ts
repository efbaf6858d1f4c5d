import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { ask } from '../../../test/harness/client.ts';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { listenForChanges } from '../../db/changes.ts';
import { createKeyFinder } from './find-key.ts';
import { createKeyUses } from './key-uses.ts';

suite('when a key was last used', () => {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
  });
  after(() => on.close());

  const fail = (error: Error): void => assert.fail(error);
  /** Seconds before now; null: never. */
  async function usedAgo(keyId: string): Promise<number | null> {
    const { rows } = await on.app.database.query<{ ago: number }>(
      `SELECT extract(epoch FROM now() - last_used_at)::float8 AS ago FROM public_key_uses WHERE key_id = $1`,
      [keyId],
    );
    return rows[0]?.ago ?? null;
  }

  test('a thousand reads are one look-up and one note; a key in use is looked up anew before it is out of date, while reads go on', async () => {
    let nowMs = 0;
    let notes = 0;
    const { database } = on.app;
    const keys = createKeyFinder({
      database,
      changes: listenForChanges(database, fail),
      uses: { note: () => void (notes += 1) },
      now: () => nowMs,
    });
    const authorization = `Bearer ${host.publicKey}`;
    await keys.find(authorization);
    assert.equal(notes, 1);
    for (let read = 0; read < 1_000; read++) {
      nowMs = read * 0.699;
      assert.ok(keys.peek(authorization));
      assert.ok(!(keys.find(authorization) instanceof Promise));
    }
    assert.equal(notes, 1);
    nowMs = 900;
    assert.ok(keys.peek(authorization) && keys.peek(authorization), 'nobody waits for the look-up');
    await until('the key to be looked up anew', () => notes === 2);
    nowMs = 1_000;
    assert.ok(keys.peek(authorization));
    nowMs = 1_900;
    assert.equal(keys.peek(authorization), null, 'a second after it was looked up it is trusted no more');
    await keys.find(authorization);
    assert.equal(notes, 3);
    await assert.rejects(async () => keys.find(`Bearer ${host.publicKey.slice(0, -1)}`));
    await assert.rejects(async () => keys.find(`Bearer ${host.privateKey}`));
    assert.equal(notes, 3, 'a key that opens nothing is not used');
    keys.close();
  });

  test('a key is kept fresh over a pause, for a minute, and its use is not noted for that', async () => {
    let nowMs = 0;
    const notes: string[] = [];
    const { database } = on.app;
    const keys = createKeyFinder({
      database,
      changes: listenForChanges(database, fail),
      uses: { note: (keyId) => void notes.push(keyId) },
      now: () => nowMs,
    });
    const [paused, other] = [await makeHost(on), await makeHost(on)];
    const bearer = ({ publicKey }: { publicKey: string }): string => `Bearer ${publicKey}`;
    await keys.find(bearer(paused));
    nowMs = 50_000;
    await until('the key to be looked up anew', () => keys.peek(bearer(paused)) !== null);
    assert.deepEqual(notes, [paused.keyId]);
    nowMs = 120_000;
    await keys.find(bearer(other));
    nowMs = 121_000;
    await until('the other key to be looked up anew', () => keys.peek(bearer(other)) !== null);
    assert.equal(keys.peek(bearer(paused)), null, 'nobody has used it for more than a minute');
    keys.close();
  });

  test('the newest use counts, whichever process writes last, and a key that is gone fails nobody', async (t) => {
    const { keyId } = await makeHost(on);
    let nowMs = 0;
    const [early, late] = ['early', 'late'].map(() =>
      createKeyUses({ database: on.app.database, onError: fail, now: () => nowMs }),
    );
    assert(early && late);
    t.after(() => Promise.all([early.close(), late.close()]));
    early.note(keyId);
    early.note(randomUUID());
    nowMs = 100_000;
    late.note(keyId);
    nowMs = 130_000;
    await late.write();
    await early.write();
    const ago = await usedAgo(keyId);
    assert.ok(ago !== null && ago >= 30 && ago < 100, String(ago));
  });

  test('uses that could not be written are written with the next minute’s', async (t) => {
    const { keyId } = await makeHost(on);
    const errors: Error[] = [];
    let isAway = true;
    const { database } = on.app;
    const uses = createKeyUses({
      database: {
        ...database,
        query: (text, values) => database.query(isAway ? 'SELECT nothing' : text, values),
      },
      onError: (error) => errors.push(error),
    });
    t.after(() => uses.close());
    uses.note(keyId);
    await uses.write();
    assert.equal(errors.length, 1);
    assert.equal(await usedAgo(keyId), null);
    isAway = false;
    await uses.write();
    assert.ok((await usedAgo(keyId)) !== null);
  });

  test('a program that is stopped has written what was used', async () => {
    const second = await startTestApp({ on });
    const { keyId, publicKey } = await makeHost(on);
    assert.equal((await ask(second, '/events', { key: publicKey })).status, 200);
    assert.equal(await usedAgo(keyId), null);
    await second.close();
    assert.ok((await usedAgo(keyId)) !== null);
  });
});
