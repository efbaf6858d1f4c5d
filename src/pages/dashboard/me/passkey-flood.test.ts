import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askDashboard } from '../../../../test/harness/sign-in.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';

test('a stranger with invented passkeys does not fill the log, and holds nobody else up', async (t) => {
  const on = await startTestApp({ environment: { TRUST_PROXY: 'loopback' } });
  t.after(() => on.close());
  const body = { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
  const tryFrom = async (address: string): Promise<number> =>
    (
      await askDashboard(on, '/sign-in/passkey', {
        method: 'POST',
        body,
        headers: { 'x-forwarded-for': address },
      })
    ).status;
  const answers: number[] = [];
  for (let nr = 0; nr < 120; nr++) answers.push(await tryFrom('192.0.2.1'));
  assert.deepEqual([answers[0], answers.at(-1)], [400, 429]);
  const { rows } = await on.app.database.query(
    `SELECT 1 FROM audit_log WHERE action = 'person.sign_in_failed'`,
  );
  assert.ok(rows.length >= 100 && rows.length <= 105, `${rows.length} lines`);
  assert.equal(await tryFrom('192.0.2.2'), 400);
});

test('a stranger who asks again and again which passkey to show is stopped, and others are asked', async (t) => {
  const on = await startTestApp({ environment: { TRUST_PROXY: 'loopback' } });
  t.after(() => on.close());
  const askFrom = async (address: string): Promise<number> => {
    const headers = { 'x-forwarded-for': address };
    return (await askDashboard(on, '/sign-in/passkey/options', { method: 'POST', headers })).status;
  };
  let last = 200;
  for (let nr = 0; nr < 220 && last === 200; nr++) last = await askFrom('192.0.2.1');
  assert.equal(last, 429);
  const { rows } = await on.app.database.query('SELECT 1 FROM passkey_challenges');
  assert.ok(rows.length <= 205, `${rows.length} questions are kept`);
  assert.equal(await askFrom('192.0.2.2'), 200);
});
