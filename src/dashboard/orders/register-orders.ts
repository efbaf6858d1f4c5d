import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { localeOf } from '../../money/countries.ts';
import { describeOrder, type DescribedOrder } from '../../orders/describe-order.ts';
import { Refusal } from '../../refusal.ts';
import { ROUTES } from '../../routes.ts';
import { listOrderDeliveries, type OrderDelivery } from '../../webhooks/delivery/list-order-deliveries.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { memberOf } from '../frame/find-visitor.ts';
import type { OrderView } from './order-view.ts';

// `TSR` and four groups of four.
const REFERENCE_CHARACTERS = 23;
const schema = {
  params: Type.Object({ hostId: Id(), reference: Type.String({ maxLength: REFERENCE_CHARACTERS }) }),
};

/** One order of a host, with all that happened to it. */
export function registerOrders(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView } = parts;
  scope.get(ROUTES.orders.one.path, { schema }, async (request, reply) => {
    const { hostId, eventIds } = memberOf(request);
    const found = await describeOrder(database, { hostId, reference: request.params.reference });
    // The frame knows which events are the member's, and not of which event an order is.
    if (!found || (eventIds && !eventIds.includes(found.event.id)))
      throw new Refusal('not_found', 'There is no such order, or it is not among yours.');
    const { id: orderId, confirmedAt } = found.order;
    const deliveries = await listOrderDeliveries(database, { orderId, eventId: found.event.id, confirmedAt });
    return sendView(request, reply, { view: 'order', data: showOrder(found, deliveries) });
  });
}

/** Field by field: what opens the order, or makes a ticket's code, has no way in. */
function showOrder(found: DescribedOrder, deliveries: OrderDelivery[]): OrderView {
  const { order, event } = found;
  const { buyer } = order;
  return {
    reference: order.reference,
    status: order.status,
    event: {
      eventId: event.id,
      name: event.name,
      startsAt: event.startsAt.toISOString(),
      timezone: event.timezone,
    },
    buyer: { email: buyer.email, firstName: buyer.firstName, lastName: buyer.lastName, phone: buyer.phone },
    currency: order.currency,
    locale: localeOf('en', event.country),
    totalMinor: order.totalMinor,
    totalFeesMinor: order.totalFeesMinor,
    discountMinor: order.discountMinor,
    promoCode: order.promoCode,
    createdAt: order.createdAt.toISOString(),
    confirmedAt: order.confirmedAt?.toISOString() ?? null,
    payBy: found.payBy?.toISOString() ?? null,
    items: order.items.map(({ name, quantity, total }) => ({ name, quantity, totalMinor: total })),
    tickets: found.tickets.map((ticket) => ({
      ticketId: ticket.id,
      position: ticket.position,
      typeName: ticket.typeName,
      paidMinor: ticket.paidMinor,
      seat: ticket.seat,
      holder: ticket.recipient,
      usedAt: ticket.usedAt?.toISOString() ?? null,
      voidedAt: ticket.voidedAt?.toISOString() ?? null,
    })),
    changes: found.changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    ...showMoney(found),
    mails: found.mails.map((mail) => ({
      ...mail,
      createdAt: mail.createdAt.toISOString(),
      endedAt: mail.endedAt?.toISOString() ?? null,
    })),
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      createdAt: delivery.createdAt.toISOString(),
      endedAt: delivery.endedAt?.toISOString() ?? null,
    })),
  };
}

const showMoney = ({ payments, refunds }: DescribedOrder): Pick<OrderView, 'payments' | 'refunds'> => ({
  payments: payments.map((payment) => ({ ...payment, paidAt: payment.paidAt.toISOString() })),
  refunds: refunds.map((refund) => ({
    ...refund,
    createdAt: refund.createdAt.toISOString(),
    endedAt: refund.endedAt?.toISOString() ?? null,
  })),
});
