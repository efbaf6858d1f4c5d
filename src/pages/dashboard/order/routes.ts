import { describeOrder } from '../../../orders/describe-order.ts';
import { listOrderDisputes } from '../../../orders/disputes/list-disputes.ts';
import { findExchangedOrder, listExchanges } from '../../../orders/exchange/list-exchanges.ts';
import { listOrderMails } from '../../../orders/list-order-mails.ts';
import { listReturns } from '../../../orders/returns/list-returns.ts';
import { readOrigin } from '../../../orders/read-origin.ts';
import { listOrderAnswers } from '../../../questions/list-order-answers.ts';
import { readOrderAnswers } from '../../../questions/read-answers.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { awaitAll } from '../../../values/await-all.ts';
import { listOrderDeliveries } from '../../../webhooks/delivery/list-order-deliveries.ts';
import { readOrderInvoices } from './server/read-order-invoices.ts';
import { findMemberOrder } from './server/find-member-order.ts';
import { registerOrderChanges } from './order-changes-routes.ts';
import { registerRefunds } from './refunds-routes.ts';
import { showOrder } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { registerExchange, type ExchangeDeps } from './exchange-routes.ts';

const noSuchOrder = (): Refusal =>
  new Refusal('not_found', 'There is no such order, or you don’t have access to it.');

/** One order of a host, with its history and its actions. */
export function registerOrders(pages: PageRoutes, deps: ExchangeDeps): void {
  const { database } = deps;
  registerRefunds(pages);
  registerOrderChanges(pages, deps);
  registerExchange(pages, deps);

  pages.view(ROUTES.orders.one, { shows: 'order' }, async ({ member, params }) => {
    const order = await findMemberOrder(database, member, params.reference);
    const { id: orderId, eventId, hostId } = order;
    const found = await describeOrder(database, { hostId, orderId });
    if (!found) throw noSuchOrder();
    const { confirmedAt } = found.order;
    const { origin, ...parts } = await awaitAll({
      origin: readOrigin(database, orderId),
      answers: listOrderAnswers(database, orderId),
      asked: readOrderAnswers(database, { eventId, orderId }),
      mails: listOrderMails(database, orderId),
      deliveries: listOrderDeliveries(database, { orderId, eventId, confirmedAt }),
      seatChanges: listExchanges(database, orderId),
      movesTicketOf: findExchangedOrder(database, orderId),
      invoices: readOrderInvoices(database, orderId, found.event.country),
      disputes: listOrderDisputes(database, orderId),
      returns: listReturns(database, orderId),
    });
    if (!origin) throw noSuchOrder();
    return showOrder(found, { ...parts, origin, language: member.language });
  });
}
