import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobRows, waitUntil } from '../../../jobs/test-runner.fixture.ts';
import { forgetSandboxPaymentsJob } from './forget-payments.ts';
import { startSandbox, submit, type TestSandbox } from '../sandbox.fixture.ts';
import { sandboxCallbackJob } from './send-callback.ts';

const noJobsLeft = (on: TestSandbox) =>
  waitUntil('all jobs are done', async () => (await jobRows(on.database)).length === 0);

/** Lets time pass for the jobs that wait. */
async function hurry(on: TestSandbox): Promise<void> {
  await on.database.query(
    `WITH hurried AS (UPDATE jobs SET run_at = now() WHERE leased_by IS NULL RETURNING kind)
     SELECT pg_notify('jobs_due', kind) FROM hurried`,
  );
}

test('a payment is told to the shop once, signed, in the adapter’s own words', async (t) => {
  const on = await startSandbox(t);
  await on.runJobs();
  const { reference, page } = await on.open();
  await submit(page, { card: 'success' });
  await noJobsLeft(on);
  assert.equal(on.callbacks.received.length, 1);
  const [callback] = on.callbacks.received;
  assert.ok(callback);
  assert.deepEqual(on.gateway.readCallback(callback), { reference });
  const { data } = JSON.parse(callback.body.toString()) as { data: Record<string, unknown> };
  const { taken } = await on.gateway.lookUp({ reference, sessionId: null, checkoutUrl: null });
  assert.deepEqual(data, {
    id: taken[0]?.gatewayPaymentId,
    reference,
    status: 'paid',
    amount_minor: 1_500_000,
    currency: 'NGN',
    paid_at: taken[0]?.paidAt.toISOString(),
    dispute: null,
  });
});

test('the callback is written down with the payment, and sent by whoever comes next', async (t) => {
  const on = await startSandbox(t);
  const { page } = await on.open();
  await submit(page, { card: 'success' });
  assert.equal((await jobRows(on.database)).length, 1);
  assert.equal(on.callbacks.received.length, 0);
  await on.runJobs();
  await noJobsLeft(on);
  assert.equal(on.callbacks.received.length, 1);
});

test('a callback that comes twice comes at the same time', async (t) => {
  const on = await startSandbox(t);
  // Neither is answered before both are here.
  on.callbacks.answer = async () => {
    await waitUntil('both are here', () => on.callbacks.received.length >= 2);
    return 200;
  };
  const { log } = await on.runJobs();
  const { reference, page } = await on.open();
  await submit(page, { card: 'callback_twice' });
  await noJobsLeft(on);
  const references = on.callbacks.received.map((callback) => on.gateway.readCallback(callback)?.reference);
  assert.deepEqual(references, [reference, reference]);
  assert.deepEqual(log, []); // which would tell of a second try
});

test('a callback that is lost, a card that is declined and a buyer who leaves are told to nobody', async (t) => {
  const on = await startSandbox(t);
  for (const card of ['callback_lost', 'declined', 'insufficient_funds', 'leave']) {
    const { page } = await on.open();
    await submit(page, { card });
  }
  assert.deepEqual(await jobRows(on.database), []);
});

test('late money arrives three minutes after the time to pay, and is told then', async (t) => {
  const on = await startSandbox(t);
  const { reference, page } = await on.open();
  await submit(page, { card: 'late' });
  const { rows } = await on.database.query<{ late: string }>(
    `SELECT (j.run_at - p.pay_by)::text AS late FROM jobs AS j, sandbox_payments AS p WHERE j.kind = 'sandbox_late_payment'`,
  );
  assert.deepEqual(rows, [{ late: '00:03:00' }]);
  const name = { reference, sessionId: null, checkoutUrl: null };
  assert.deepEqual(await on.gateway.lookUp(name), { state: 'under_way', taken: [] });

  await on.database.query(`UPDATE sandbox_payments SET pay_by = now() - interval '3 minutes'`);
  await on.runJobs();
  await hurry(on);
  await noJobsLeft(on);
  const { state, taken } = await on.gateway.lookUp(name);
  assert.equal(state, 'paid');
  assert.equal(taken.length, 1);
  assert.equal(on.callbacks.received.length, 1);
});

test('a shop that does not take a callback is told again, in the same words, until the last try', async (t) => {
  const on = await startSandbox(t);
  const kind = sandboxCallbackJob(on);
  assert.deepEqual(kind.retryDelaysMs, [2_000, 10_000, 60_000, 600_000]);
  const answers = [500, 302, 404, 503, 500];
  on.callbacks.answer = async () => answers[on.callbacks.received.length - 1] ?? 200;
  const runner = await on.runJobs();
  const { page } = await on.open();
  await submit(page, { card: 'success' });
  for (let tries = 1; tries <= answers.length; tries++) {
    await waitUntil(`try ${tries} is on record`, async () => {
      const [job] = await jobRows(on.database);
      return job?.attempts === tries && job.leased_by === null && job.last_error !== null;
    });
    await hurry(on);
  }
  await runner.idle();
  const [job] = await jobRows(on.database);
  assert.ok(job?.set_aside_at);
  assert.equal(job.last_error, 'the shop answered 500');
  assert.equal(on.callbacks.received.length, answers.length);
  const bodies = new Set(on.callbacks.received.map(({ body }) => body.toString()));
  assert.equal(bodies.size, 1);
});

test('payments are forgotten with their refunds after thirty days, and not before', async (t) => {
  const on = await startSandbox(t);
  const old = await on.open();
  const young = await on.open();
  await submit(old.page, { card: 'callback_lost' });
  const { taken } = await on.gateway.lookUp({ reference: old.reference, sessionId: null, checkoutUrl: null });
  await on.gateway.refund({
    gatewayPaymentId: taken[0]?.gatewayPaymentId ?? '',
    reference: old.reference,
    refundId: 'refund',
    amountMinor: 1,
    currency: 'NGN',
    gatewayRefundId: null,
    mayBeThere: false,
    retries: 0,
    earlierRefundIds: [],
    otherRefundIds: [],
  });
  const age = (reference: string, days: number) =>
    on.database.query(
      `UPDATE sandbox_payments SET created_at = now() - $2 * interval '1 day' WHERE reference = $1`,
      [reference, days],
    );
  await age(old.reference, 30.01);
  await age(young.reference, 29.99);
  const forgetting = forgetSandboxPaymentsJob(on.database);
  await forgetting.run({}, { jobId: '', attempt: 1, signal: new AbortController().signal });
  const { rows } = await on.database.query('SELECT reference FROM sandbox_payments');
  assert.deepEqual(rows, [{ reference: young.reference }]);
});
