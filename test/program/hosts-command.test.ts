import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hold, order } from '../harness/buy.ts';
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
  assert.match(saidBy(await hosts('callbacks', EMAIL)), /^ {2}Buyers may be sent back to any site\.\n/);
  const said = saidBy(
    await hosts('callbacks', EMAIL.toUpperCase(), 'https://Shop.Example/', 'http://a.example:8080'),
  );
  assert.equal(said, '  https://shop.example\n  http://a.example:8080\n');

  const { slug, skus } = await makeEvent(on, host);
  const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  await until('the list to count', async () => {
    const { body } = await order(on, host, cart, { body: { callbackUrl: 'https://evil.example/' } });
    return body.message === 'callbackUrl must be on a site that the host has allowed.';
  });
  const callbackUrl = 'https://shop.example/thanks';
  assert.equal((await order(on, host, cart, { body: { callbackUrl } })).status, 201);

  assert.equal(saidBy(await hosts('callbacks', EMAIL)), said);
  assert.match(saidBy(await hosts('callbacks', EMAIL, '--any')), /any site/);
});

test('what can’t be meant is refused in a line, and changes nothing', async () => {
  saidBy(await hosts('callbacks', EMAIL, 'https://shop.example'));
  assert.match(refusalOf(await hosts('callbacks', EMAIL, 'https://shop.example/thanks')), /is no site/);
  assert.match(refusalOf(await hosts('callbacks', EMAIL, 'https://b.example', '--any')), /not both/);
  assert.match(refusalOf(await hosts('callbacks')), /needs the e-mail/);
  assert.match(refusalOf(await hosts('callbacks', 'nobody@test.example')), /No host has an account/);
  assert.equal(saidBy(await hosts('callbacks', EMAIL)), '  https://shop.example\n');
  assert.match((await hosts('forget', EMAIL)).stderr, /There is no such command\.\n\ntessera hosts/);
  assert.match(saidBy(await hosts('help')), /^tessera hosts <command>/);
});
