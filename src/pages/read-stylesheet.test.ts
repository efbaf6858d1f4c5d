import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

const textAt = async (path: string): Promise<string> => (await fetch(`${on.publicUrl}${path}`)).text();
const namesIn = (text: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

test('every page has all the colours and letters that its styles name, in light and in dark', async () => {
  const { slug } = await makeEvent(on, await makeHost(on));
  for (const path of [
    '/docs/reference.css',
    '/pages/notice.css',
    '/mailbox/mailbox.css',
    '/checkout/pay/pay-page.css',
    '/checkout/assets/receipt.css',
    `/checkout/${slug}`,
    '/checkout/no-such-event',
  ]) {
    const styles = await textAt(path);
    const named = namesIn(styles, /var\((--[\w-]+)/g);
    assert.ok(named.has('--light') && named.has('--dark'), `${path} has no theme`);
    assert.deepEqual([...named.difference(namesIn(styles, /(--[\w-]+):/g))], [], path);
  }
});
