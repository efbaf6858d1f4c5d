import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { Refusal } from '../refusal.ts';
import { takeMails } from './take-mails.ts';

let on: TestApp;
let host: TestHost;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());

const take = (hostId: string, count: number): Promise<string> =>
  on.app.database
    .transaction((tx) => takeMails(tx, { hostId, count, perDay: 10 }))
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
