import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness/test-app.ts';
import { inOneMinute } from '../../test/harness/in-one-minute.ts';

test('a sender of invented callbacks uses up the limit of their own address alone', async (t) => {
  const on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '5', TRUST_PROXY: 'loopback' } });
  t.after(() => on.close());
  const call = async (from: string, reference: string): Promise<number> => {
    const answer = await fetch(`${on.publicUrl}/payments/paystack/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ event: 'charge.success', data: { reference } }),
    });
    return answer.status;
  };
  await inOneMinute();
  const invented: number[] = [];
  for (let n = 0; n < 6; n++) invented.push(await call('198.51.100.1', `TSR-0000-0000-0000-000${n}`));
  assert.deepEqual(invented, [200, 200, 200, 200, 200, 429]);
  assert.equal(await call('198.51.100.2', 'TSR-0000-0000-0000-0000'), 200);
  // Of another shop of the same account: it costs nothing, so it counts nothing.
  assert.equal(await call('198.51.100.1', 'another-shop-1'), 200);
});
