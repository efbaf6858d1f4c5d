import { Agent } from 'undici';
import type { Database, Queryable } from '../../../db/database.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import type { JobKind } from '../../../jobs/job-kind.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import { sandboxApiKey } from '../../../payments/sandbox/sandbox-api-key.ts';
import { SIGNATURE_HEADER, signCallback } from '../../../payments/sandbox/sandbox-callback-signature.ts';
import { describePayment, findPayment } from './sandbox-payment.ts';

const KIND = 'sandbox_callback';
const A_MINUTE_MS = 60_000;
const TIMEOUT_MS = 10_000;
const AT_ONCE = 20;

type CallbackJob = { paymentId: string; copies: number; isOfDispute?: true };

/** Written in the transaction that marks the payment as paid, so that no crash loses it. */
export async function enqueueCallback(tx: Queryable, payload: CallbackJob): Promise<void> {
  const about = payload.isOfDispute ? ' dispute' : '';
  await enqueueJob(tx, { kind: KIND, payload, uniqueKey: `${payload.paymentId}${about}` });
}

/** Tells the shop of a payment until it answers with a 2xx, as patiently as a real gateway in a hurry. */
export function sandboxCallbackJob(options: {
  database: Database;
  secretKeys: SecretKeys;
}): JobKind<CallbackJob> {
  const key = sandboxApiKey(options.secretKeys.current);
  const agent = new Agent({
    connections: AT_ONCE * 2,
    connect: { timeout: TIMEOUT_MS },
    maxResponseSize: 64 * 1024,
  });

  const send = async (url: string, body: string, signal: AbortSignal): Promise<void> => {
    const { origin, pathname, search } = new URL(url);
    const response = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signCallback(key, body) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body.dump();
    if (response.statusCode < 200 || response.statusCode > 299) {
      throw new Error(`the shop answered ${response.statusCode}`);
    }
  };

  return {
    kind: KIND,
    retryDelaysMs: [2_000, 10_000, A_MINUTE_MS, 10 * A_MINUTE_MS],
    leaseMs: 30_000,
    concurrency: AT_ONCE,
    async run({ paymentId, copies, isOfDispute }, { signal }) {
      const payment = await findPayment(options.database, { id: paymentId });
      if (!payment) return;
      const event = isOfDispute ? 'payment.disputed' : 'payment.paid';
      const body = JSON.stringify({ event, data: describePayment(payment) });
      const sent = Array.from({ length: copies }, () => send(payment.callback_url, body, signal));
      await Promise.all(sent);
    },
  };
}
