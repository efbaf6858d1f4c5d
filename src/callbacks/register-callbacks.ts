import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { OneOf } from '../http/schema.ts';
import type { RequestCounter } from '../http/count-request.ts';
import type { HttpServer } from '../http/server.ts';
import { isPageReference } from '../rules/order-reference.ts';
import type { Callback, GatewayName, RawCallback } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import { noteArrival } from '../payments/note-arrival.ts';
import { ROUTES } from '../routes.ts';
import { ACCOUNT_GATEWAYS } from '../rules/gateway-accounts.ts';
import { enqueueLookUp } from './enqueue-look-up.ts';

const schema = {
  params: Type.Object({ gateway: OneOf(['sandbox', ...ACCOUNT_GATEWAYS] as const) }),
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
      const raw = { headers: request.headers, query: queryOf(request.url), body };
      const named = deps.gateways.namesInCallback(name, raw);
      // Names no order of ours, and may be what the database can't read.
      if (!mayBeOurs(named)) return { received: true };
      // Anybody can call: what turns out to be a gateway's costs nothing of the limit.
      const stranger = deps.counter.stranger(request.raw, reply.raw, 'callbacks');
      stranger.count();
      const orders = await findOrders(deps.database, named, name);
      // The account may take payments for other things too. Refused, the gateway would call again for days.
      if (orders.length === 0) return { received: true };
      const order = await findCaller(deps, { name, named, orders, raw });
      if (!order) throw new Refusal('unauthorized', 'The signature is missing or wrong.');
      stranger.giveBack();
      const kind = named.isOfDispute ? 'follow_disputes' : 'follow_payment';
      await enqueueLookUp(deps.database, { kind, orderId: order.id, body });
      return { received: true };
    });
  });
}

const queryOf = (url: string): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');

const mayBeOurs = ({ reference, gatewayPaymentId }: Callback): boolean =>
  reference === null ? gatewayPaymentId !== undefined : isPageReference(reference);

type CalledOrder = {
  id: string;
  accountId: string | null;
  /** No callback of the account has arrived yet. */
  isFirst: boolean;
};

/** The order whose account has signed the callback. */
async function findCaller(
  deps: { database: Database; gateways: Gateways },
  called: { name: GatewayName; named: Callback; orders: CalledOrder[]; raw: RawCallback },
): Promise<CalledOrder | null> {
  const { name, named, orders, raw } = called;
  for (const order of orders) {
    const gateway = await deps.gateways.open(name, order.accountId);
    const read = gateway.readCallback(raw);
    const isSigned =
      read !== null && read.reference === named.reference && read.gatewayPaymentId === named.gatewayPaymentId;
    // The account's host waits for the first.
    if (order.accountId !== null && order.isFirst)
      await noteArrival(deps.database, isSigned ? 'callback' : 'refused_callback', order.accountId);
    if (isSigned) return order;
  }
  return null;
}

// A gateway's ids are its own for all accounts: there is one order, or somebody has made one of them up. It may be found by its page too.
const MAX_ORDERS = 6;

/** The order itself, and its pages, where its buyer chose how to pay: of those each has a reference, and an account that signs. */
async function findOrders(
  database: Database,
  { reference, gatewayPaymentId }: Callback,
  gateway: GatewayName,
): Promise<CalledOrder[]> {
  const ofPayment = `(SELECT order_id FROM payments WHERE gateway = 'stripe' AND gateway_payment_id = $1)`;
  const [whereOrder, wherePage, value] =
    reference === null
      ? [`id IN ${ofPayment}`, `order_id IN ${ofPayment} AND $1 = ANY (taken)`, gatewayPaymentId]
      : ['reference = $1', 'reference = $1', reference];
  const { rows } = await database.query<CalledOrder>(
    `SELECT called.id, called.account_id AS "accountId", a.first_callback_at IS NULL AS "isFirst"
       FROM (SELECT id, payment_account_id AS account_id FROM orders WHERE ${whereOrder} AND gateway = $2
             UNION SELECT order_id, payment_account_id FROM payment_pages WHERE ${wherePage} AND gateway = $2) AS called
       LEFT JOIN payment_accounts AS a ON a.id = called.account_id LIMIT ${MAX_ORDERS}`,
    [value, gateway],
  );
  return rows;
}
