import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { ask } from '../../../test/harness/client.ts';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';

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

  test('a key is made, calls the API, gets another name, and is revoked', async () => {
    const made = await askDashboard(on, keysOf(host), {
      as: owner,
      method: 'POST',
      body: { name: 'Our site' },
    });
    assert.equal(made.status, 201);
    const { keyId, publicKey } = made.body;
    assert.equal((await ask(on, '/events', { key: publicKey })).status, 200);

    const renamed = await askDashboard(on, `${keysOf(host)}/${keyId}`, {
      as: owner,
      method: 'PATCH',
      body: { name: 'The shop' },
    });
    assert.equal(renamed.status, 200);
    const { body } = await askDashboard(on, keysOf(host), { as: owner });
    assert.equal(body.data.keys[0].name, 'The shop');

    await askDashboard(on, `${keysOf(host)}/${keyId}/revoke`, { as: owner, method: 'POST' });
    assert.equal((await ask(on, '/events', { key: publicKey })).status, 401);
    const { rows } = await on.app.database.query<{ action: string; person_id: string }>(
      'SELECT action, person_id FROM audit_log WHERE subject_id = $1 ORDER BY id',
      [keyId],
    );
    assert.deepEqual(rows, [
      { action: 'public_key.create', person_id: owner.personId },
      { action: 'public_key.rename', person_id: owner.personId },
      { action: 'public_key.revoke', person_id: owner.personId },
    ]);
  });

  test('the private key is shown after a second step only', async () => {
    const shown = await askDashboard(on, `${keysOf(host)}/private/reveal`, { as: owner, method: 'POST' });
    assert.deepEqual([shown.status, shown.body.privateKey], [200, host.privateKey]);
    const withoutFactor = await signInAs(on, host);
    const refused = await askDashboard(on, `${keysOf(host)}/private/reveal`, {
      as: withoutFactor,
      method: 'POST',
    });
    assert.deepEqual([refused.status, refused.body.error_code], [403, 'factor_required']);
  });
});
