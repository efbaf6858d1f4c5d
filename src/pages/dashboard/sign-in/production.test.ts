import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import { hashPassword } from '../../../people/passwords/password-hash.ts';
import { PASSWORD } from './entrance.fixture.ts';

test('in production nobody signs up unless it was said, and cookies are the dashboard’s own', async (t) => {
  const on = await startTestApp({
    environment: {
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://tickets.example',
      DASHBOARD_URL: 'https://hosts.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  });
  t.after(() => on.close());
  const headers = { host: 'hosts.example', origin: 'https://hosts.example' };
  const closed = await on.app.http.inject({ url: '/dashboard/sign-up', headers });
  assert.equal(closed.statusCode, 403);
  assert.match(closed.body, /Sign-up is closed/);

  const { email } = await makeHost(on, {
    email: 'owner@mail.example',
    passwordHash: await hashPassword(PASSWORD),
  }).then(() => ({ email: 'owner@mail.example' }));
  const entered = await on.app.http.inject({
    method: 'POST',
    url: '/dashboard/sign-in',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ email, password: PASSWORD, next: '//evil.example' }).toString(),
  });
  assert.deepEqual([entered.statusCode, entered.headers.location], [303, '/']);
  const cookies = [entered.headers['set-cookie'] ?? []].flat();
  assert.equal(cookies.length, 2);
  for (const cookie of cookies)
    assert.match(
      cookie,
      /^__Host-tessera-(session|device)=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax.*; Secure$/,
    );
});
