import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { cancelOrder } from '../../../orders/cancel-order.ts';
import { correctAnswers } from '../../../orders/correct-answers.ts';
import { correctBuyer } from '../../../orders/correct-buyer.ts';
import { passOnTicket, renameHolder } from '../../../orders/pass-on-ticket.ts';
import { ROUTES } from '../../../routes.ts';
import { countMailsOfMember } from '../../../tickets/mails/count-mails.ts';
import { resendTickets } from '../../../tickets/mails/resend-tickets.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { AnswersBody, HolderNameBody, PersonBody } from './bodies.ts';
import { findMemberOrder } from './server/find-member-order.ts';
import { Reference } from './server/reference-schema.ts';
import { registerExchange } from './exchange-routes.ts';

const ByOrder = Type.Object({ hostId: Id(), reference: Reference() });
const ByTicket = Type.Object({ hostId: Id(), reference: Reference(), ticketId: Id() });

/** What a host does with one order, besides giving money back. */
export function registerOrderChanges(scope: HttpServer, deps: DashboardDeps): void {
  const { change, hostMailsPerDay } = deps;
  registerTicketChanges(scope, deps);
  registerExchange(scope, deps);
  const { resend, correctBuyer: correct, correctAnswers: answer, cancel } = ROUTES.order;

  scope.post(resend.path, { schema: { params: ByOrder } }, async (request) => {
    await change(request, async (tx) => {
      const member = memberOf(request);
      const { id: orderId } = await findMemberOrder(tx, member, request.params.reference);
      await resendTickets(tx, { orderId, askedBy: 'member', actor: actorOf(request) });
      await countMailsOfMember(tx, { hostId: member.hostId, orderId, perDay: hostMailsPerDay });
    });
    return {};
  });

  scope.patch(correct.path, { schema: { params: ByOrder, body: PersonBody } }, async (request) => {
    await change(request, async (tx) => {
      const { id: orderId } = await findMemberOrder(tx, memberOf(request), request.params.reference);
      await correctBuyer(tx, { ...request.body, orderId, actor: actorOf(request), hostMailsPerDay });
    });
    return {};
  });

  scope.patch(answer.path, { schema: { params: ByOrder, body: AnswersBody } }, async (request) => {
    await change(request, async (tx) => {
      const { id: orderId } = await findMemberOrder(tx, memberOf(request), request.params.reference);
      await correctAnswers(tx, { ...request.body, orderId, actor: actorOf(request) });
    });
    return {};
  });

  scope.post(cancel.path, { schema: { params: ByOrder } }, async (request) => {
    await change(request, async (tx) => {
      const { id: orderId } = await findMemberOrder(tx, memberOf(request), request.params.reference);
      await cancelOrder(tx, { orderId, actor: actorOf(request) });
    });
    return {};
  });
}

function registerTicketChanges(scope: HttpServer, { change, hostMailsPerDay }: DashboardDeps): void {
  const { passOn, renameHolder: rename } = ROUTES.order;

  scope.post(passOn.path, { schema: { params: ByTicket, body: PersonBody } }, async (request) => {
    const { reference, ticketId } = request.params;
    const { seen, ...to } = request.body;
    await change(request, async (tx) => {
      const { id: orderId } = await findMemberOrder(tx, memberOf(request), reference);
      await passOnTicket(tx, { orderId, ticketId, actor: actorOf(request), seen, to, hostMailsPerDay });
    });
    return {};
  });

  scope.patch(rename.path, { schema: { params: ByTicket, body: HolderNameBody } }, async (request) => {
    const { reference, ticketId } = request.params;
    await change(request, async (tx) => {
      const { id: orderId } = await findMemberOrder(tx, memberOf(request), reference);
      await renameHolder(tx, { ...request.body, orderId, ticketId, actor: actorOf(request) });
    });
    return {};
  });
}
