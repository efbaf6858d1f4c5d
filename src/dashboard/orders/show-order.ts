import { localeOf } from '../../money/countries.ts';
import { seenPerson } from '../../orders/correct-buyer.ts';
import type { DescribedOrder } from '../../orders/describe-order.ts';
import { withoutRequestKey } from '../../orders/refund-order.ts';
import type { OrderDelivery } from '../../webhooks/delivery/list-order-deliveries.ts';
import type { ListedMail } from '../../orders/list-order-mails.ts';
import type { OrderOrigin } from '../../orders/read-origin.ts';
import type { OrderAnswer } from '../../questions/list-order-answers.ts';
import type { OrderView } from './order-view.ts';

type Known = {
  origin: OrderOrigin;
  answers: OrderAnswer[];
  mails: ListedMail[];
  deliveries: OrderDelivery[];
};

/** Field by field: what opens the order, or makes a ticket's code, has no way in. The short code is for the help desk. */
export function showOrder(found: DescribedOrder, { origin, answers, mails, deliveries }: Known): OrderView {
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
    seenBuyer: seenPerson(buyer),
    ...origin,
    isEventOver: found.isEventOver || event.status === 'CANCELLED',
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
      seen: seenPerson(ticket.recipient),
      shortCode: ticket.voidedAt ? null : ticket.shortCode,
      isPassedOn: ticket.passedOnAt !== null,
      usedAt: ticket.usedAt?.toISOString() ?? null,
      voidedAt: ticket.voidedAt?.toISOString() ?? null,
    })),
    answers,
    changes: found.changes.map((change) => ({
      ...change,
      cause: withoutRequestKey(change.cause),
      at: change.at.toISOString(),
    })),
    ...showMoney(found),
    mails: mails.map((mail) => ({
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
