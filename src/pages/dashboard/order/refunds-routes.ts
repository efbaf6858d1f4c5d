import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { findRefund } from '../../../orders/find-refund.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { retryRefund } from '../../../orders/retry-refund.ts';
import { settleRefundByHand } from '../../../orders/settle-refund-by-hand.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { findMemberOrder } from './server/find-member-order.ts';
import { Reference } from './server/reference-schema.ts';
import { RefundBody, SettleRefundBody } from './bodies.ts';

const ByOrder = Type.Object({ hostId: Id(), reference: Reference() });
const ByRefund = Type.Object({ hostId: Id(), reference: Reference(), refundId: Id() });

// In an order's history, beside the member who is named there by the transaction.
const BY = 'the host';

/** Money goes back, is tried again, or was given back by hand. */
export function registerRefunds(scope: HttpServer, { change }: DashboardDeps): void {
  const { refund, retryRefund: retry, settleRefund: settle } = ROUTES.order;

  scope.post(refund.path, { schema: { params: ByOrder, body: RefundBody } }, async (request) => {
    const { leftMinor, goodTickets, reason, ...asked } = request.body;
    return change(request, async (tx) => {
      const { id: orderId } = await findMemberOrder(tx, memberOf(request), request.params.reference);
      const { refundId, amountMinor, isNew } = await refundOrder(tx, {
        ...asked,
        orderId,
        actor: actorOf(request),
        reason: reason.replaceAll(/\s+/g, ' ').trim(),
        seen: { leftMinor, goodTickets },
      });
      return { refundId, amountMinor, isNew };
    });
  });

  scope.post(retry.path, { schema: { params: ByRefund } }, async (request) => {
    const member = memberOf(request);
    return change(request, async (tx) => {
      const refundId = await findOrderRefund(tx, member, request.params);
      return retryRefund(tx, { hostId: member.hostId, refundId, actor: actorOf(request), by: BY });
    });
  });

  scope.post(settle.path, { schema: { params: ByRefund, body: SettleRefundBody } }, async (request) => {
    const member = memberOf(request);
    return change(request, async (tx) => {
      const refundId = await findOrderRefund(tx, member, request.params);
      const { hostId } = member;
      return settleRefundByHand(tx, { ...request.body, hostId, refundId, actor: actorOf(request), by: BY });
    });
  });
}

/** The refund, if it is of this order. */
async function findOrderRefund(
  tx: Queryable,
  member: Member,
  { reference, refundId }: { reference: string; refundId: string },
): Promise<string> {
  const order = await findMemberOrder(tx, member, reference);
  const { orderId } = await findRefund(tx, { hostId: member.hostId, refundId });
  if (orderId !== order.id) throw new Refusal('not_found', 'There is no such refund.');
  return refundId;
}
