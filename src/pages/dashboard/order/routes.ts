import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { describeOrder } from '../../../orders/describe-order.ts';
import { findExchangedOrder, listExchanges } from '../../../orders/exchange/list-exchanges.ts';
import { listOrderMails } from '../../../orders/list-order-mails.ts';
import { readOrigin } from '../../../orders/read-origin.ts';
import { listOrderAnswers } from '../../../questions/list-order-answers.ts';
import { readOrderAnswers } from '../../../questions/read-answers.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { listOrderDeliveries } from '../../../webhooks/delivery/list-order-deliveries.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { memberOf } from '../access/find-visitor.ts';
import { findMemberOrder } from './server/find-member-order.ts';
import { Reference } from './server/reference-schema.ts';
import { registerOrderChanges } from './order-changes-routes.ts';
import { registerRefunds } from './refunds-routes.ts';
import { showOrder } from './data.ts';

const schema = { params: Type.Object({ hostId: Id(), reference: Reference() }) };

const noSuchOrder = (): Refusal =>
  new Refusal('not_found', 'There is no such order, or it is not among yours.');

/** One order of a host, with all that happened to it, and what can be done with it. */
export function registerOrders(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView } = deps;
  registerRefunds(scope, deps);
  registerOrderChanges(scope, deps);
  scope.get(ROUTES.orders.one.path, { schema }, async (request, reply) => {
    const {
      id: orderId,
      eventId,
      hostId,
    } = await findMemberOrder(database, memberOf(request), request.params.reference);
    const found = await describeOrder(database, { hostId, orderId });
    if (!found) throw noSuchOrder();
    const { confirmedAt } = found.order;
    const [origin, answers, asked, mails, deliveries, seatChanges, movesTicketOf] = await Promise.all([
      readOrigin(database, orderId),
      listOrderAnswers(database, orderId),
      readOrderAnswers(database, { eventId, orderId }),
      listOrderMails(database, orderId),
      listOrderDeliveries(database, { orderId, eventId, confirmedAt }),
      listExchanges(database, orderId),
      findExchangedOrder(database, orderId),
    ]);
    if (!origin) throw noSuchOrder();
    const data = showOrder(found, {
      origin,
      answers,
      asked,
      mails,
      deliveries,
      seatChanges,
      movesTicketOf,
    });
    return sendView(request, reply, { view: 'order', data });
  });
}
