import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness/test-app.ts';

const ADDRESSES = ['/demo', '/demo/thanks', '/demo/config.json', '/demo/webhooks', '/demo/assets/tessera.js'];

async function statusesWith(environment: Record<string, string>): Promise<number[]> {
  const on = await startTestApp({ environment });
  try {
    return await Promise.all(ADDRESSES.map(async (address) => (await fetch(on.publicUrl + address)).status));
  } finally {
    await on.close();
  }
}

test('in production there is no demo shop', async () => {
  const environment = { ENVIRONMENT: 'production', ALLOW_HTTP: 'on', SMTP_URL: 'smtp://127.0.0.1:2525' };
  assert.deepEqual(await statusesWith(environment), [404, 404, 404, 404, 404]);
});

test('without the demo there is no site that sells it', async () => {
  assert.deepEqual(await statusesWith({ DEMO: 'off' }), [404, 404, 404, 404, 404]);
});

test('on a database with other hosts the site says that there is no demo', async () => {
  const on = await startTestApp({ environment: { DEMO: 'on' } });
  const response = await fetch(`${on.publicUrl}/demo`);
  const { message } = (await response.json()) as { message: string };
  assert.deepEqual([response.status, message], [404, 'This data folder has no demo: start on an empty one.']);
  await on.close();
});
