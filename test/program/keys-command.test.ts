import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { createPublicKey, revokePublicKey } from '../../src/hosts/keys/public-keys.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const EMAIL = 'host@test.example';
let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on, { email: EMAIL });
});
after(() => on.close());

const keys = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['keys', ...words]);

test('keys addresses and list: what a key names is shown, replaced and cleared', async () => {
  const { publicKey } = host;
  assert.equal(saidBy(await keys('list', 'HOST@test.example')), `  ${publicKey}  First key\n`);
  assert.equal(
    saidBy(await keys('addresses', publicKey, '203.0.113.7', '2001:DB8:7::/48', '::ffff:203.0.113.7')),
    "  The key's servers: 203.0.113.7, 2001:db8:7::/48\n",
  );
  assert.equal(
    saidBy(await keys('list', EMAIL)),
    `  ${publicKey}  First key\n    servers: 203.0.113.7, 2001:db8:7::/48\n`,
  );
  assert.equal(
    saidBy(await keys('addresses', publicKey, '2001:db8::1', '198.51.100.0/24')),
    "  The key's servers: 2001:db8::1, 198.51.100.0/24\n",
  );
  assert.equal(saidBy(await keys('addresses', publicKey, '--clear')), '  The key has no servers.\n');
  assert.equal(saidBy(await keys('list', EMAIL)), `  ${publicKey}  First key\n`);
});

describe('a command that can’t be followed is refused in one line, and nothing changes', () => {
  test('an unknown host, and an unknown, revoked or private key', async () => {
    assert.match(
      refusalOf(await keys('list', 'nobody@test.example')),
      /^No host has the id .* or an owner with this e-mail/,
    );
    const revoked = await on.app.database.transaction(async (tx) => {
      const made = await createPublicKey(tx, { actor: OPERATOR, hostId: host.hostId, name: 'Old' });
      await revokePublicKey(tx, { actor: OPERATOR, hostId: host.hostId, keyId: made.keyId });
      return made.publicKey;
    });
    for (const key of [`pk_${'0'.repeat(38)}`, 'nonsense', revoked])
      assert.match(refusalOf(await keys('addresses', key, '203.0.113.7')), /^No public key in use matches/);
    const said = refusalOf(await keys('addresses', host.privateKey, '203.0.113.7'));
    assert.match(said, /^This is a private key: give/);
    assert.ok(!said.includes(host.privateKey));
  });

  test('a bad address, one too wide, and one too many', async () => {
    const refused = async (...addresses: string[]) =>
      refusalOf(await keys('addresses', host.publicKey, ...addresses));
    assert.match(await refused('203.0.113.7', 'localhost'), /^"localhost" is not an address or network/);
    assert.match(await refused('0.0.0.0/0'), /^"0.0.0.0\/0" is too large/);
    const many = Array.from({ length: 21 }, (_, nr) => `203.0.113.${nr}`);
    assert.match(await refused(...many), /^A key can have at most 20 addresses\.$/);
    const { rows } = await on.app.database.query(
      'SELECT 1 FROM public_keys WHERE server_addresses IS NOT NULL',
    );
    assert.deepEqual(rows, []);
  });

  test('words that are missing or too many', async () => {
    assert.match(refusalOf(await keys('list')), /^keys list takes only the e-mail/);
    assert.match(refusalOf(await keys('list', EMAIL, 'more')), /^keys list takes only the e-mail/);
    assert.match(refusalOf(await keys('addresses', host.publicKey)), /^keys addresses takes a public key/);
    assert.match(
      refusalOf(await keys('addresses', host.publicKey, '203.0.113.7', '--clear')),
      /^keys addresses takes a public key/,
    );
    assert.match(refusalOf(await keys('list', EMAIL, '--all')), /see tessera keys help\.$/);
  });
});
