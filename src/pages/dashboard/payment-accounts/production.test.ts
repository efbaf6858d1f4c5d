import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIMULATORS } from '../../../../test/harness/gateways/all-simulators.ts';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';

test('in production a test key is refused before its gateway is asked, and no sandbox takes what no account does', async (t) => {
  const paystack = await SIMULATORS.paystack();
  const on = await startTestApp({
    environment: {
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://tickets.example',
      DASHBOARD_URL: 'https://hosts.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PAYSTACK_URL: paystack.url,
    },
  });
  t.after(async () => {
    await on.close();
    await paystack.close();
  });
  const host = await makeHost(on);
  const { cookie } = await signInAs(on, host, { hasFactor: true });
  const headers = {
    host: 'hosts.example',
    accept: 'application/json',
    'sec-fetch-site': 'same-origin',
    cookie: cookie.replace('tessera-session', '__Host-tessera-session'),
  };
  const url = `/dashboard/hosts/${host.hostId}/payment-accounts`;
  const connect = (secretKey: string) =>
    on.app.http.inject({
      method: 'POST',
      url,
      headers,
      payload: { gateway: 'paystack', currency: 'NGN', replaces: '', secretKey },
    });

  const refused = await connect(paystack.account.credentials.secretKey);
  assert.equal(refused.statusCode, 400, refused.body);
  const { field, message } = refused.json();
  assert.deepEqual([field, message], ['secretKey', 'This key is a test key: use a live key in production.']);
  assert.equal(paystack.requests.length, 0);
  const live = await connect('sk_live_that_nobody_knows');
  assert.match(live.json().message, /^This key is not known to Paystack/);
  assert.equal(paystack.requests.length, 1);

  const { data } = (await on.app.http.inject({ url, headers })).json();
  assert.deepEqual([data.hasSandbox, data.currencies[0]], [false, { currency: 'NGN', account: null }]);
  const guide = (await on.app.http.inject({ url: `${url}/gateways/paystack`, headers })).json().data;
  assert.deepEqual(
    [guide.callbackUrl, guide.takesTestKeys],
    ['https://tickets.example/payments/paystack/callback', false],
  );
});
