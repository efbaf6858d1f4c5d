import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import type { RequestCounter } from '../http/count-request.ts';
import type { HttpServer } from '../http/server.ts';
import { orderReferenceIn } from '../orders/ways/payment-page.ts';
import { takePromptCallback } from '../payments/mpesa/take-prompt-callback.ts';
import { takeReversalResult } from '../payments/mpesa/take-reversal-result.ts';
import { noteArrival } from '../payments/note-arrival.ts';
import { ROUTES } from '../routes.ts';
import { enqueueLookUp } from './enqueue-look-up.ts';

const schema = { params: Type.Object({ token: Type.String({ maxLength: 40 }) }) };

type Take = (database: Database, callback: { token: string; body: Buffer }) => Promise<string | null>;

/**
 * M-Pesa signs nothing. Each prompt and each reversal has an address of its own, which nobody can guess; what comes there is a reason to ask, by a
 * job that is stored before the answer.
 */
export async function registerMpesaCallbacks(
  http: HttpServer,
  { database, counter }: { database: Database; counter: RequestCounter },
): Promise<void> {
  await http.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const take = (path: string, work: Take): void => {
      scope.post(path, { schema }, async (request, reply) => {
        const stranger = counter.stranger(request.raw, reply.raw, 'callbacks');
        stranger.count();
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const reference = await work(database, { token: request.params.token, body });
        if (reference === null) return { ResultCode: 0, ResultDesc: 'Accepted' };
        stranger.giveBack();
        const { rows } = await database.query<{ id: string; accountId: string }>(
          `SELECT o.id, m.payment_account_id AS "accountId" FROM mpesa_payments AS m JOIN orders AS o ON o.reference = ${orderReferenceIn('m.reference')}
            WHERE m.reference = $1`,
          [reference],
        );
        const [order] = rows;
        if (order) {
          await noteArrival(database, 'callback', order.accountId);
          await enqueueLookUp(database, { kind: 'follow_payment', orderId: order.id, body });
        }
        return { ResultCode: 0, ResultDesc: 'Accepted' };
      });
    };
    take(ROUTES.callbacks.mpesaPrompt.path, takePromptCallback);
    take(ROUTES.callbacks.mpesaReversal.path, takeReversalResult);
  });
}
