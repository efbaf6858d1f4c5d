import { randomUUIDv7 } from 'node:crypto';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { planMails } from '../../tickets/mails/plan-mails.ts';
import { SEND_HOLDER_MAIL } from '../../tickets/mails/send-mail-job.ts';
import type { Person } from '../../tickets/read-order.ts';
import { isSameAddress } from '../../values/email-address.ts';
import { addToHistory } from '../add-to-history.ts';
import { changedFields, sayFields } from '../correct-buyer.ts';
import { BY_BUYER, lockBuyersTicket, wasOftenChanged, type BuyersTicket } from './lock-buyers-ticket.ts';

export type RenamedByBuyer = 'renamed' | 'rename_refused' | 'rename_too_often';

// Of one order. Each sends a mail with the tickets; a table of ten friends can be put right in a day.
const MAX_A_DAY = 10;
const CAUSE = 'the buyer changed the';

const ALLOWED_SQL = 'e.buyers_rename AND e.closes_at > clock_timestamp()';

/**
 * The buyer puts another name on a ticket. Its code stays: whoever holds it is still let in, and passing it on for good, with a new code
 * and another address, is the host's. The buyer is sent the tickets with the new name, and so is a guest whose ticket it is.
 */
export async function renameByBuyer(
  tx: Transaction,
  input: { orderId: string; position: number } & Pick<Person, 'firstName' | 'lastName'>,
): Promise<RenamedByBuyer> {
  const { orderId, position, firstName, lastName } = input;
  const ticket = await lockBuyersTicket(tx, { orderId, position, allowedSql: ALLOWED_SQL });
  if (!ticket?.isAllowed) return 'rename_refused';
  const fields = changedFields(ticket, { email: ticket.email, firstName, lastName });
  // Asked for before, and the answer was lost.
  if (fields.length === 0) return 'renamed';
  if (await wasOftenChanged(tx, { orderId, cause: CAUSE, mostADay: MAX_A_DAY })) return 'rename_too_often';
  const { ticketId, hostId, reference } = ticket;
  await tx.query('UPDATE tickets SET first_name = $2, last_name = $3 WHERE id = $1', [
    ticketId,
    firstName,
    lastName,
  ]);
  await addToHistory(tx, orderId, `${CAUSE} ${sayFields(fields)} on ticket ${position}`);
  await sendRenamed(tx, { orderId, position, ticket });
  const subject = { id: ticketId, name: `${reference}, ${position}` };
  const after = Object.fromEntries(fields.map((field) => [field, '(changed)']));
  await recordChange(tx, { hostId, actor: BY_BUYER, action: 'ticket.rename', subject, after });
  return 'renamed';
}

async function sendRenamed(
  tx: Transaction,
  { orderId, position, ticket }: { orderId: string; position: number; ticket: BuyersTicket },
): Promise<void> {
  const { ticketId, email, buyerEmail } = ticket;
  const resendKey = `renamed:${randomUUIDv7()}`;
  await planMails(tx, { orderId, kind: 'tickets', occasion: resendKey }, [buyerEmail]);
  await enqueueJob(tx, {
    kind: 'send_mail',
    payload: { mail: 'tickets', orderId, resendKey, isForBuyerOnly: true, renamed: position },
  });
  if (isSameAddress(email, buyerEmail)) return;
  const toGuest = `guest:${randomUUIDv7()}`;
  await planMails(tx, { orderId, kind: 'tickets', occasion: toGuest }, [email]);
  await enqueueJob(tx, {
    kind: SEND_HOLDER_MAIL,
    payload: { mail: 'tickets', orderId, resendKey: toGuest, ticketId, renamed: position },
  });
}
