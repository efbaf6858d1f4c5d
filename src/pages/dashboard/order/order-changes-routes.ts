import { correctInvoice } from '../../../invoices/correct-invoice.ts';
import { cancelOrder } from '../../../orders/cancel-order.ts';
import { correctAnswers } from '../../../orders/correct-answers.ts';
import { correctBuyer } from '../../../orders/correct-buyer.ts';
import { passOnTicket, renameHolder } from '../../../orders/pass-on-ticket.ts';
import { ROUTES } from '../../../routes.ts';
import { countMailsOfMember } from '../../../tickets/mails/count-mails.ts';
import { resendTickets } from '../../../tickets/mails/resend-tickets.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { AnswersBody, InvoiceBody, HolderNameBody, PersonBody } from './bodies.ts';
import { findMemberOrder } from './server/find-member-order.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Changes of one order by a host, except refunds. */
export function registerOrderChanges(
  { change }: PageRoutes,
  { hostMailsPerDay }: Pick<DashboardDeps, 'hostMailsPerDay'>,
): void {
  const routes = ROUTES.order;

  change(routes.resend, {}, async (tx, { hostId, reference, actor }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    await resendTickets(tx, { orderId, askedBy: 'member', actor });
    await countMailsOfMember(tx, { hostId, orderId, perDay: hostMailsPerDay });
  });
  change(routes.correctBuyer, { body: PersonBody }, async (tx, { reference, ...input }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    await correctBuyer(tx, { ...input, orderId, hostMailsPerDay });
  });
  change(routes.correctInvoice, { body: InvoiceBody }, async (tx, input, { member }) => {
    const { hostId, actor, reference, ...typed } = input;
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    await correctInvoice(tx, { orderId, reference, hostId, actor, typed });
  });
  change(routes.correctAnswers, { body: AnswersBody }, async (tx, { reference, ...input }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    await correctAnswers(tx, { ...input, orderId });
  });
  change(routes.cancel, {}, async (tx, { reference, actor }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    await cancelOrder(tx, { orderId, actor });
  });
  change(routes.passOn, { body: PersonBody }, async (tx, input, { member }) => {
    const { reference, ticketId, actor, seen, firstName, lastName, email } = input;
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    const to = { firstName, lastName, email };
    await passOnTicket(tx, { orderId, ticketId, actor, seen, to, hostMailsPerDay });
  });
  change(routes.renameHolder, { body: HolderNameBody }, async (tx, { reference, ...input }, { member }) => {
    const { id: orderId } = await findMemberOrder(tx, member, reference);
    await renameHolder(tx, { ...input, orderId });
  });
}
