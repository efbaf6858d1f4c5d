import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { hold, order, quantityLeft } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const EMAIL = 'host@test.example';

let on: TestApp;
let host: TestHost;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on, { email: EMAIL });
});
after(() => on.close());

const hosts = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['hosts', ...words]);

test('hosts callbacks names the sites that buyers may be sent back to, and the running program goes by them', async () => {
  assert.match(saidBy(await hosts('callbacks', EMAIL)), /^ {2}Buyers can be sent back to any site\.\n/);
  const said = saidBy(
    await hosts('callbacks', EMAIL.toUpperCase(), 'https://Shop.Example/', 'http://a.example:8080'),
  );
  assert.equal(said, '  https://shop.example\n  http://a.example:8080\n');

  const { slug, skus } = await makeEvent(on, host);
  const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  await until('the list to count', async () => {
    const nobodys = { ...cart, token: randomUUID() };
    const { body } = await order(on, host, nobodys, { body: { callbackUrl: 'https://evil.example/' } });
    return body.message === 'callbackUrl must be on a site that the host allows.';
  });
  const callbackUrl = 'https://shop.example/thanks';
  assert.equal((await order(on, host, cart, { body: { callbackUrl } })).status, 201);

  assert.equal(saidBy(await hosts('callbacks', EMAIL)), said);
  assert.match(saidBy(await hosts('callbacks', EMAIL, '--any')), /any site/);
});

test('words that can’t be meant are refused in a line, and change nothing', async () => {
  saidBy(await hosts('callbacks', EMAIL, 'https://shop.example'));
  assert.match(refusalOf(await hosts('callbacks', EMAIL, 'https://shop.example/thanks')), /is not a site/);
  assert.match(refusalOf(await hosts('callbacks', EMAIL, 'https://b.example', '--any')), /not both/);
  assert.match(refusalOf(await hosts('callbacks')), /needs a host/);
  assert.match(
    refusalOf(await hosts('callbacks', 'nobody@test.example')),
    /^No host has the id .*, or an owner with this e-mail/,
  );
  assert.equal(saidBy(await hosts('callbacks', EMAIL)), '  https://shop.example\n');
  assert.match((await hosts('forget', EMAIL)).stderr, /There is no such command\.\n\ntessera hosts/);
  assert.match(saidBy(await hosts('help')), /^tessera hosts <command>/);
});

/** The operator's entries in the audit log, newest last. */
async function linesOf(hostId: string): Promise<{ action: string; before: unknown; after: unknown }[]> {
  const { rows } = await on.app.database.query<{ action: string; before: unknown; after: unknown }>(
    `SELECT action, before, after FROM audit_log WHERE host_id = $1 AND actor_kind = 'operator' ORDER BY id`,
    [hostId],
  );
  return rows;
}

test('hosts create makes a host, its owner and keys that work, and prints a link to choose a password with', async () => {
  const email = 'new.owner@test.example';
  const said = saidBy(await hosts('create', '--name', 'Ẹ̀kọ́ Live', '--country', 'ghana', '--email', email));
  const hostId = /^ {2}Id +(\S+)$/m.exec(said)?.[1] ?? '';
  const publicKey = /^ {2}Public key +(pk_\S+)$/m.exec(said)?.[1] ?? '';
  assert.match(said, /^ {2}Private key +sk_\S+$/m);
  const token =
    /^ {2}http:\/\/localhost:3000\/dashboard\/reset-password\/([\w-]{43})$/m.exec(said)?.[1] ?? '';
  assert.equal((await ask(on, '/events', { key: publicKey })).status, 200);
  const { rows } = await on.app.database.query(
    `SELECT h.name, h.country, h.confirmed_at IS NOT NULL AS confirmed, p.email, m.role, t.purpose,
            t.expires_at BETWEEN now() AND now() + interval '30 minutes' AS good
       FROM hosts AS h JOIN members AS m ON m.host_id = h.id JOIN people AS p ON p.id = m.person_id
       JOIN mailed_tokens AS t ON t.person_id = p.id AND t.token_sha256 = sha256(convert_to($2, 'UTF8'))
      WHERE h.id = $1`,
    [hostId, token],
  );
  const purpose = 'reset_password';
  const owned = { name: 'Ẹ̀kọ́ Live', country: 'GHANA', confirmed: true, email, role: 'owner', purpose };
  assert.deepEqual(rows, [{ ...owned, good: true }]);
  assert.deepEqual(
    (await linesOf(hostId)).map(({ action }) => action),
    ['host.create', 'member.add', 'public_key.create'],
  );

  const again = saidBy(await hosts('create', '--name', 'Second', '--country', 'GHANA', '--email', email));
  assert.match(again, /already has an account/);
  assert.doesNotMatch(again, /reset-password/, 'nobody else may choose the password of an account');
  assert.match(
    refusalOf(await hosts('fees', email)),
    /^"new\.owner@test\.example" owns several hosts\. Give the id of one: \S+ \("Second"\), \S+ \("Ẹ̀kọ́ Live"\)\.$/,
  );
  assert.match(saidBy(await hosts('fees', hostId)), /^ {2}0 % .* 0\.00 GHS, no cap; paid by the buyer\.$/m);
});

test('hosts create says what it lacks, and makes nothing', async () => {
  const { rows: counted } = await on.app.database.query('SELECT count(*) FROM hosts');
  const full = ['--name', 'X', '--country', 'GHANA', '--email', 'x@test.example'];
  assert.match(refusalOf(await hosts('create', ...full.slice(2))), /needs --name/);
  assert.match(
    refusalOf(await hosts('create', '--name', 'X', '--country', 'MARS')),
    /needs --country, a name as in the API/,
  );
  assert.match(refusalOf(await hosts('create', ...full.slice(0, 4))), /needs --email/);
  assert.match(refusalOf(await hosts('create', ...full, '--percent', '5')), /takes no --percent/);
  assert.match(refusalOf(await hosts('create', ...full, '--password', 'secret')), /--password/);
  assert.match(refusalOf(await hosts('create', ...full, 'more')), /takes fewer words/);
  assert.deepEqual((await on.app.database.query('SELECT count(*) FROM hosts')).rows, counted);
});

test('hosts fees are read digit by digit in the host’s currency, and count for new quotes', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 1_000_000 }] });
  const said = saidBy(
    await hosts('fees', EMAIL, '--percent', '2.25', '--flat', '100.10', '--cap', '2000', '--absorbed', 'off'),
  );
  assert.match(
    said,
    /^ {2}2\.25 % of each ticket's price and 100\.10 NGN, at most 2000\.00 NGN; paid by the buyer\.$/m,
  );
  await until('the new fee', async () => {
    const { body } = await ask(on, `/events/${slug}/tickets`, { key: host });
    return body.data[0].fees === 22_500 + 10_010;
  });
  assert.match(
    saidBy(await hosts('fees', EMAIL, '--cap', 'none', '--absorbed', 'on')),
    /no cap; paid by the host/,
  );
  await until('no fee', async () => {
    const { body } = await ask(on, `/events/${slug}/tickets`, { key: host });
    return body.data[0].fees === 0;
  });
  const [first, second] = (await linesOf(host.hostId)).filter(({ action }) => action === 'host.set_fees');
  const set = { basisPoints: 225, flatMinor: 10_010, capMinor: 200_000, isAbsorbed: false };
  assert.deepEqual(first?.after, set);
  assert.deepEqual([second?.before, second?.after], [set, { ...set, capMinor: null, isAbsorbed: true }]);

  for (const [option, typed] of [
    ['--percent', '101'],
    ['--percent', '0.001'],
    ['--percent', '-1'],
    ['--flat', '1e3'],
    ['--flat', '0.001'],
    ['--flat', '1,000'],
    ['--cap', ''],
    ['--cap', '999999999'],
    ['--absorbed', 'yes'],
  ] as const)
    assert.match(refusalOf(await hosts('fees', EMAIL, `${option}=${typed}`)), /takes|must be/, typed);
  assert.deepEqual(await quantityLeft(on, host, slug), [100], `nothing was sold of ${skus[0]}`);
});

test('hosts suspend stops a host in the running program, list says so, and resume lets it go on', async () => {
  const status = async () => (await ask(on, '/events', { key: host })).status;
  assert.match(
    saidBy(await hosts('suspend', EMAIL, '--reason', 'Chargebacks')),
    /is suspended, in every process/,
  );
  await until('its key to open nothing', async () => (await status()) === 401);
  assert.match(saidBy(await hosts('suspend', EMAIL)), /was already suspended/);
  const listed = saidBy(await hosts('list'));
  assert.match(
    listed,
    /Host \d+ {2}NIGERIA, \d+ events?, SUSPENDED since \d{4}-\d\d-\d\d\n {6}\S+ {2}host@test\.example$/m,
  );
  const { stdout } = await hosts('list', '--json');
  const all = JSON.parse(stdout) as { hostId: string; suspendedAt: string | null; owners: string[] }[];
  assert.ok(all.find(({ hostId }) => hostId === host.hostId)?.suspendedAt);
  assert.match(saidBy(await hosts('resume', host.hostId)), /is active again/);
  await until('its key to open again', async () => (await status()) === 200);
  assert.match(saidBy(await hosts('resume', EMAIL)), /was not suspended/);
  const suspended = (await linesOf(host.hostId)).find(({ action }) => action === 'host.suspend');
  assert.deepEqual(suspended?.after, { reason: 'Chargebacks' });
});

test('hosts delete asks for the host’s name, and the running program has it no more; export and sizes tell of it before', async () => {
  const doomed = await makeHost(on);
  const { slug } = await makeEvent(on, doomed);
  const { rows } = await on.app.database.query<{ name: string }>('SELECT name FROM hosts WHERE id = $1', [
    doomed.hostId,
  ]);
  const [{ name } = { name: '' }] = rows;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-hosts-'));
  const environment = { ...besideOf(on), DATA_DIR: dataDir };
  const remove = (typed: string): Promise<Run> =>
    runCommand(environment, ['hosts', 'delete', doomed.hostId], typed);
  const sizes = JSON.parse((await hosts('sizes', '--json')).stdout) as { hostId: string; events: number }[];
  assert.equal(sizes.find(({ hostId }) => hostId === doomed.hostId)?.events, 1);
  assert.match(refusalOf(await remove(`${name}\n`)), /can't be deleted: it is not suspended/);
  saidBy(await hosts('suspend', doomed.hostId));
  const target = path.join(dataDir, 'exported');
  saidBy(await runCommand(environment, ['hosts', 'export', doomed.hostId, target]));
  assert.match(await readFile(path.join(target, 'events.jsonl'), 'utf8'), new RegExp(`"${slug}"`));
  const mistyped = await remove('another\n');
  assert.match(mistyped.stderr, /That is not the host's name: nothing was deleted\./);
  assert.equal(mistyped.code, 1);
  assert.match(saidBy(await remove(`${name}\n`)), / is deleted: \d+ rows of \d+ tables, and 0 files\./);
  assert.equal((await ask(on, `/events/${slug}`, { key: doomed })).status, 401);
  assert.match(refusalOf(await remove('')), /^No host has the id/);
  await rm(dataDir, { recursive: true });
});

test('events stop and resume say what they did, and the running program goes by it', async () => {
  const { slug } = await makeEvent(on, host);
  const events = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['events', ...words]);
  const statusOf = async (): Promise<string> =>
    (await ask(on, `/events/${slug}/tickets`, { key: host })).body.data[0].status;
  assert.match(saidBy(await events('stop', slug, '--reason', 'fraud')), /is stopped, in every process\.$/m);
  await until('nothing to be on sale', async () => (await statusOf()) === 'COMING_SOON');
  assert.match(saidBy(await events('resume', slug)), /^ {2}The sale of .* goes on\.$/m);
  await until('the sale to go on', async () => (await statusOf()) === 'AVAILABLE');
  assert.match(refusalOf(await events('resume', slug, '--reason', 'x')), /takes no --reason/);
});
