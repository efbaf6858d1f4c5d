import { blockTickets } from '../../../orders/disputes/block-tickets.ts';
import { findRefund } from '../../../orders/find-refund.ts';
import { markTransferPaid } from '../../../orders/bank-transfer/mark-paid.ts';
import { approveReturn, declineReturn } from '../../../orders/returns/decide-return.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { retryRefund } from '../../../orders/retry-refund.ts';
import { settleRefundByHand } from '../../../orders/settle-refund-by-hand.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { findMemberOrder } from './server/find-member-order.ts';
import { DeclineReturnBody } from './decline-return-body.ts';
import { BlockTicketsBody, RefundBody, SettleRefundBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

// In an order's history, beside the member who is named there by the transaction.
const BY = 'the host';

/** Makes a refund, retries it, or records it as settled by hand; marks a bank transfer as paid; decides on returns by buyers; blocks the tickets of a disputed order. */
export function registerRefunds({ change }: PageRoutes): void {
  const routes = ROUTES.order;

  change(routes.refund, { body: RefundBody }, async (tx, { reference, actor }, { member, body }) => {
    const { leftMinor, goodTickets, reason, ...asked } = body;
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    const { refundId, amountMinor, isNew } = await refundOrder(tx, {
      ...asked,
      orderId,
      actor,
      reason: reason.replaceAll(/\s+/g, ' ').trim(),
      seen: { leftMinor, goodTickets },
    });
    return { refundId, amountMinor, isNew };
  });
  change(routes.markPaid, {}, async (tx, { reference, actor }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    return markTransferPaid(tx, { orderId, actor });
  });
  change(routes.retryRefund, {}, async (tx, { hostId, actor }, { member, params }) => {
    const refundId = await findOrderRefund(tx, member, params);
    return retryRefund(tx, { hostId, refundId, actor, by: BY });
  });
  change(routes.approveReturn, {}, async (tx, { reference, returnId, actor }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    return approveReturn(tx, { orderId, returnId, actor });
  });
  change(
    routes.declineReturn,
    { body: DeclineReturnBody },
    async (tx, { reference, returnId, actor, reason }, { member }) => {
      const { id: orderId } = await findMemberOrder(tx, member, reference);
      return declineReturn(tx, { orderId, returnId, actor, reason: reason.trim() });
    },
  );
  change(routes.blockTickets, { body: BlockTicketsBody }, async (tx, { reference, ...input }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    return blockTickets(tx, { ...input, orderId, reference });
  });
  change(routes.settleRefund, { body: SettleRefundBody }, async (tx, input, { member, params, body }) => {
    const refundId = await findOrderRefund(tx, member, params);
    return settleRefundByHand(tx, { ...body, hostId: input.hostId, refundId, actor: input.actor, by: BY });
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
