import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { OneOf } from '../http/schema.ts';
import type { RequestCounter } from '../http/count-request.ts';
import type { HttpServer } from '../http/server.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { isOrderReference } from '../orders/order-reference.ts';
import type { Gateways } from '../payments/gateways.ts';
import { noteArrival } from '../payments/note-arrival.ts';
import { ROUTES } from '../routes.ts';

const schema = {
  params: Type.Object({ gateway: OneOf(['sandbox', 'paystack', 'flutterwave', 'stripe'] as const) }),
};

/**
 * Receives the gateways' notices of payments. A callback is only a reason to ask the gateway itself, by a job that is stored before the
 * answer: fifty of the same are one job, and a crash after the answer loses nothing.
 */
export async function registerCallbacks(
  http: HttpServer,
  deps: { database: Database; gateways: Gateways; counter: RequestCounter },
): Promise<void> {
  await http.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    // Signatures are over the bytes as they came.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(ROUTES.callbacks.callback.path, { schema }, async (request, reply) => {
      const { gateway: name } = request.params;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const reference = deps.gateways.referenceInCallback(name, body);
      // Names no order of ours, and may be what the database can't read.
      if (reference === null || !isOrderReference(reference)) return { received: true };
      // Anybody can call: what turns out to be a gateway's costs nothing of the limit.
      const stranger = deps.counter.stranger(request.raw, reply.raw, 'callbacks');
      stranger.count();
      const order = await findOrder(deps.database, reference, name);
      // The account may take payments for other things too. Refused, the gateway would call again for days.
      if (!order) return { received: true };
      const { accountId } = order;
      const gateway = await deps.gateways.open(name, accountId);
      const callback = gateway.readCallback({ headers: request.headers, body });
      const isSigned = callback?.reference === reference;
      // The account's host waits for the first.
      if (accountId !== null && order.isFirst)
        await noteArrival(deps.database, isSigned ? 'callback' : 'refused_callback', accountId);
      if (!isSigned) throw new Refusal('unauthorized', 'The signature is missing or wrong.');
      stranger.giveBack();
      await enqueueJob(deps.database, {
        kind: 'follow_payment',
        payload: { orderId: order.id },
        uniqueKey: `${order.id} ${createHash('sha256').update(body).digest('hex')}`,
      });
      return { received: true };
    });
  });
}

type CalledOrder = {
  id: string;
  accountId: string | null;
  /** No callback of the account has arrived yet. */
  isFirst: boolean;
};

async function findOrder(database: Database, reference: string, gateway: string) {
  const { rows } = await database.query<CalledOrder>(
    `SELECT o.id, o.payment_account_id AS "accountId", a.first_callback_at IS NULL AS "isFirst"
       FROM orders AS o LEFT JOIN payment_accounts AS a ON a.id = o.payment_account_id
      WHERE o.reference = $1 AND o.gateway = $2`,
    [reference, gateway],
  );
  return rows[0];
}
