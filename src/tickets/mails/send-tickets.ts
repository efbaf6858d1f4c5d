import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { planMails } from './plan-mails.ts';
import { listTicketRecipients } from './ticket-recipients.ts';

/**
 * The person who wants tickets sent again: the buyer on the receipt, anybody who knows the order's reference, the operator, or a member
 * of the host.
 */
export type AskedBy = 'buyer' | 'anybody' | 'operator' | 'member';

type SendTickets = { orderId: string; askedBy?: AskedBy; isForBuyerOnly?: boolean; isReplacement?: boolean };

/** Writes down that an order's tickets go once more to everyone they were issued to, or to the buyer alone. */
export async function sendTickets(
  tx: Transaction,
  { askedBy = 'buyer', ...order }: SendTickets,
): Promise<void> {
  const { orderId, isForBuyerOnly = false } = order;
  const recipients = await listTicketRecipients(tx, [orderId]);
  // The buyer's have no word in front: so are those that corrections and earlier versions wrote.
  const resendKey = askedBy === 'buyer' ? randomUUIDv7() : `${askedBy}:${randomUUIDv7()}`;
  await planMails(
    tx,
    { orderId, kind: 'tickets', occasion: resendKey },
    recipients.filter(({ isBuyer }) => isBuyer || !isForBuyerOnly).map(({ recipient }) => recipient),
  );
  await enqueueJob(tx, {
    kind: 'send_mail',
    payload: { mail: 'tickets', ...order, isForBuyerOnly, resendKey },
  });
}
