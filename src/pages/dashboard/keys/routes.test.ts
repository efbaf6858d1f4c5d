import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';

suite('the keys of a host', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(() => on.close());
  const keysOf = ({ hostId }: TestHost): string => `/hosts/${hostId}/keys`;
  const post = (path: string, body?: object, as = owner): Promise<Answer> =>
    askDashboard(on, path, { as, method: 'POST', body });
  const patch = (path: string, body: object, as = owner): Promise<Answer> =>
    askDashboard(on, path, { as, method: 'PATCH', body });
  const readView = async (path = keysOf(host), as = owner) =>
    (await askDashboard(on, path, { as })).body.data;
  const makeKey = async (name: string) => (await post(keysOf(host), { name })).body;
  const findKey = async (keyId: string) =>
    (await readView()).keys.find((key: { keyId: string }) => key.keyId === keyId);

  async function auditOf(subjectId: string) {
    const { rows } = await on.app.database.query(
      'SELECT action, person_id, before, after FROM audit_log WHERE subject_id = $1 ORDER BY id',
      [subjectId],
    );
    return rows;
  }

  test('a key is made, calls the API, gets another name, and is revoked', async () => {
    const made = await post(keysOf(host), { name: 'Our site' });
    assert.equal(made.status, 201);
    const { keyId, publicKey } = made.body;
    assert.equal((await findKey(keyId)).lastUsedMinutesAgo, null);
    assert.equal((await ask(on, '/events', { key: publicKey })).status, 200);
    assert.equal((await findKey(keyId)).lastUsedMinutesAgo, 0);

    const renamed = await patch(`${keysOf(host)}/${keyId}`, { name: 'The shop', version: 1 });
    assert.equal(renamed.status, 200);
    const { name, version } = await findKey(keyId);
    assert.deepEqual([name, version], ['The shop', 2]);

    await post(`${keysOf(host)}/${keyId}/revoke`);
    assert.equal((await ask(on, '/events', { key: publicKey })).status, 401);
    assert.equal((await post(`${keysOf(host)}/${keyId}/revoke`)).status, 404);
    assert.deepEqual(await auditOf(keyId), [
      { action: 'public_key.create', person_id: owner.personId, before: null, after: null },
      {
        action: 'public_key.rename',
        person_id: owner.personId,
        before: { name: 'Our site' },
        after: { name: 'The shop' },
      },
      { action: 'public_key.revoke', person_id: owner.personId, before: null, after: null },
    ]);
  });

  test('a key that is revoked in one process opens nothing in another', async (t) => {
    const second = await startTestApp({ on });
    t.after(() => second.close());
    const { keyId, publicKey } = await makeKey('Everywhere');
    for (const app of [on, second]) assert.equal((await ask(app, '/events', { key: publicKey })).status, 200);
    await post(`${keysOf(host)}/${keyId}/revoke`);
    for (const app of [on, second])
      await until(
        'the key to be refused',
        async () => (await ask(app, '/events', { key: publicKey })).status === 401,
      );
  });

  test('a host has twenty keys in use at most, however many are made at once', async () => {
    const many = await makeHost(on);
    const its = await signInAs(on, many);
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, nr) => post(keysOf(many), { name: `Key ${nr}` }, its)),
    );
    // One came with the host.
    assert.equal(answers.filter(({ status }) => status === 201).length, 19);
    const refused = answers.filter(({ status }) => status === 400);
    assert.equal(refused.length, 6);
    assert.equal(
      refused[0]?.body.message,
      'A host can have at most 20 keys: revoke one that you no longer need.',
    );
    await post(`${keysOf(many)}/${many.keyId}/revoke`, undefined, its);
    assert.equal((await post(keysOf(many), { name: 'After all' }, its)).status, 201);
  });

  test('servers are named one to a line; a line that is wrong is named, and nothing changes', async () => {
    const { keyId } = await makeKey('Shop');
    const servers = `${keysOf(host)}/${keyId}/servers`;
    const named = await patch(servers, {
      addresses: '203.0.113.7\n\n  2001:DB8:7::/48\r\n203.0.113.7/32',
      version: 1,
    });
    assert.deepEqual([named.status, named.body], [200, { servers: ['203.0.113.7/32', '2001:db8:7::/48'] }]);
    assert.deepEqual((await findKey(keyId)).servers, ['203.0.113.7', '2001:db8:7::/48']);

    for (const { addresses, message } of [
      {
        addresses: '203.0.113.7\n\nlocalhost',
        message: /^The list has an error in line 3: "localhost" is not/,
      },
      { addresses: '0.0.0.0/0', message: /^The list has an error in line 1: .* is too large/ },
      {
        addresses: Array.from({ length: 21 }, (_, nr) => `203.0.113.${nr}`).join('\n'),
        message: /^A key can have at most 20 addresses/,
      },
      { addresses: 'x'.repeat(2_001), message: /2,000 characters/ },
    ]) {
      const { status, body } = await patch(servers, { addresses, version: 2 });
      assert.deepEqual([status, body.field], [400, 'addresses']);
      assert.match(body.message, message);
    }
    assert.deepEqual((await findKey(keyId)).servers, ['203.0.113.7', '2001:db8:7::/48']);
    assert.equal((await patch(servers, { addresses: '', version: 2 })).status, 200);
    assert.deepEqual((await findKey(keyId)).servers, []);
    assert.deepEqual(
      (await auditOf(keyId)).map(({ action, after: now }) => [action, now]),
      [
        ['public_key.create', null],
        ['public_key.name_servers', { servers: ['203.0.113.7/32', '2001:db8:7::/48'] }],
        ['public_key.name_servers', { servers: [] }],
      ],
    );
  });

  test('of two who edit the same key at once, one is told', async () => {
    const { keyId } = await makeKey('Shared');
    const answers = await Promise.all([
      patch(`${keysOf(host)}/${keyId}`, { name: 'Mine', version: 1 }),
      patch(`${keysOf(host)}/${keyId}/servers`, { addresses: '203.0.113.7', version: 1 }),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]));
    const told = answers.find(({ status }) => status === 409);
    assert.equal(told?.body.error_code, 'changed_meanwhile');
    assert.equal((await auditOf(keyId)).length, 2);
  });

  test('another host’s key is not there', async () => {
    const theirs = await makeHost(on);
    const path = `${keysOf(host)}/${theirs.keyId}`;
    assert.equal((await patch(path, { name: 'Mine now', version: 1 })).status, 404);
    assert.equal((await patch(`${path}/servers`, { addresses: '', version: 1 })).status, 404);
    assert.equal((await post(`${path}/revoke`)).status, 404);
    assert.equal((await ask(on, '/events', { key: theirs })).status, 200);
  });

  test('bodies that are no bodies are refused at their field', async () => {
    const { keyId } = await makeKey('Strict');
    for (const [body, field] of [
      [{ version: 1 }, 'name'],
      [{ name: '', version: 1 }, 'name'],
      [{ name: 'x'.repeat(101), version: 1 }, 'name'],
      [{ name: 'two\nlines', version: 1 }, 'name'],
      [{ name: 'Fine' }, 'version'],
      [{ name: 'Fine', version: 1, key: 'pk_mine' }, 'key'],
    ] as const) {
      const { status, body: said } = await patch(`${keysOf(host)}/${keyId}`, body);
      assert.deepEqual([status, said.field], [400, field]);
    }
  });

  suite('the private key', () => {
    const reveal = (as = owner) => post(`${keysOf(host)}/private/reveal`, undefined, as);
    const rotate = (fingerprint: string, as = owner) =>
      post(`${keysOf(host)}/private/rotate`, { fingerprint }, as);

    test('is shown and rotated after a second step only', async () => {
      const shown = await reveal();
      assert.deepEqual([shown.status, shown.body.privateKey], [200, host.privateKey]);
      const withoutFactor = await signInAs(on, host);
      for (const refused of [await reveal(withoutFactor), await rotate('00000000', withoutFactor)])
        assert.deepEqual([refused.status, refused.body.error_code], [403, 'factor_required']);
    });

    test('is not for managers, who are not told its receivers either', async () => {
      const manager = await signInAs(on, host, { role: 'manager', hasFactor: true });
      for (const refused of [await reveal(manager), await rotate('00000000', manager)])
        assert.deepEqual([refused.status, refused.body.error_code], [403, 'not_allowed']);
      assert.equal((await readView(keysOf(host), manager)).privateKey, null);
    });

    test('is rotated: the old one is unknown at once, the receivers to tell are listed, no log has it', async () => {
      const { eventId } = await makeEvent(on, host, { name: 'Told of' });
      await on.app.database.query(
        `INSERT INTO webhook_subscriptions (id, event_id, url, is_enabled, removed_at) VALUES
           (new_id(), $1, 'https://on.test.example/hook', true, NULL),
           (new_id(), $1, 'https://off.test.example/hook', false, NULL),
           (new_id(), $1, 'https://gone.test.example/hook', false, now())`,
        [eventId],
      );
      const { fingerprint, receivers } = (await readView()).privateKey;
      assert.deepEqual(receivers, [
        { url: 'https://on.test.example/hook', isEnabled: true, eventName: 'Told of' },
        { url: 'https://off.test.example/hook', isEnabled: false, eventName: 'Told of' },
      ]);

      assert.equal((await ask(on, '/events', { key: host.privateKey })).status, 403);
      const rotated = await rotate(fingerprint);
      assert.equal(rotated.status, 200);
      const { privateKey } = rotated.body;
      assert.match(privateKey, /^sk_/);
      await until(
        'the old key to be unknown',
        async () => (await ask(on, '/events', { key: host.privateKey })).status === 401,
      );
      assert.equal((await ask(on, '/events', { key: privateKey })).status, 403);
      assert.equal((await reveal()).body.privateKey, privateKey);
      assert.notEqual((await readView()).privateKey.fingerprint, fingerprint);

      await until('the owner to be told by e-mail', async () => {
        const mailbox = await (await fetch(`${on.publicUrl}/mailbox`)).text();
        return mailbox.includes(owner.email) && mailbox.includes('the private key was replaced');
      });
      const { rows } = await on.app.database.query<{ line: string }>(
        'SELECT audit_log::text AS line FROM audit_log WHERE host_id = $1',
        [host.hostId],
      );
      assert.ok(rows.some(({ line }) => line.includes('private_key.rotate')));
      for (const secret of [privateKey, host.privateKey])
        for (const line of [...rows.map((row) => row.line), ...on.logLines()])
          assert.ok(!line.includes(secret) && !line.includes(secret.slice(3, 20)));
    });

    test('of two who rotate it at once, one is told, and the other’s key is good', async () => {
      const { fingerprint } = (await readView()).privateKey;
      const answers = await Promise.all([rotate(fingerprint), rotate(fingerprint)]);
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 409]));
      const made = answers.find(({ status }) => status === 200)?.body.privateKey;
      assert.equal((await reveal()).body.privateKey, made);
    });
  });
});
