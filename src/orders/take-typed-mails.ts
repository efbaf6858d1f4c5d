import type { Transaction } from '../db/database.ts';
import { takeMails } from '../hosts/take-mails.ts';
import { listTicketRecipients } from '../tickets/mails/ticket-recipients.ts';

/**
 * Counts the e-mails by which an order's tickets are sent once more against the host's day: those to addresses that a member typed in. To be
 * called in the transaction that sends them.
 */
export async function takeTypedMails(
  tx: Transaction,
  { hostId, orderId, perDay }: { hostId: string; orderId: string; perDay: number },
): Promise<void> {
  const recipients = await listTicketRecipients(tx, [orderId]);
  const count = recipients.filter(({ isTypedByHost }) => isTypedByHost).length;
  await takeMails(tx, { hostId, count, perDay });
}
