import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness/test-app.ts';

test('/ready says no once the process is told to stop; /live, the health report and requests go on', async (t) => {
  const on = await startTestApp();
  t.after(() => on.close());
  const ask = async (path: string, method = 'GET'): Promise<[number, string]> => {
    const response = await fetch(`${on.publicUrl}${path}`, { method });
    assert.equal(response.headers.get('cache-control'), 'no-store');
    return [response.status, await response.text()];
  };
  assert.deepEqual(await ask('/live'), [200, 'live\n']);
  assert.deepEqual(await ask('/ready'), [200, 'ready\n']);
  assert.deepEqual(await ask('/ready', 'HEAD'), [200, '']);
  const [, health] = await ask('/api/v1/health');

  await on.app.untilNoticed();
  assert.deepEqual(await ask('/ready'), [503, 'stopping\n']);
  assert.deepEqual(await ask('/live'), [200, 'live\n']);
  assert.deepEqual(await ask('/api/v1/health'), [200, health]);
});
