import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

const textAt = async (path: string): Promise<string> => (await fetch(`${on.publicUrl}${path}`)).text();
const namesIn = (text: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

test('every page that is not built by web/build.ts has all the colours and letters that its styles name, in light and in dark', async () => {
  for (const path of ['/checkout/pay/pay-page.css']) {
    const styles = await textAt(path);
    const named = namesIn(styles, /var\((--[\w-]+)/g);
    assert.ok(named.has('--light') && named.has('--dark'), `${path} has no theme`);
    assert.deepEqual([...named.difference(namesIn(styles, /(--[\w-]+):/g))], [], path);
  }
});
