import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { firstSteps } from './first-steps.ts';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

test('an empty start says how to create the first host, and one with a host says nothing', async () => {
  const dashboardUrl = 'https://dash.tickets.example/dashboard';
  const closed = await firstSteps(on.app.database, { signUp: 'closed', dashboardUrl });
  assert.match(closed.join('\n'), /tessera hosts create --name '.+' --country NIGERIA --email \S+@\S+/);
  assert.doesNotMatch(closed.join('\n'), /sign up/);
  const open = await firstSteps(on.app.database, { signUp: 'open', dashboardUrl });
  assert.ok(open.includes(`  or sign up at ${dashboardUrl}/sign-up`));
  await makeHost(on);
  assert.deepEqual(await firstSteps(on.app.database, { signUp: 'closed', dashboardUrl }), []);
});
