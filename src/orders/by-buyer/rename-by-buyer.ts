import { randomUUIDv7 } from 'node:crypto';
import { nameActor, type Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { planMails } from '../../tickets/mails/plan-mails.ts';
import { SEND_HOLDER_MAIL } from '../../tickets/mails/send-mail-job.ts';
import type { Person } from '../../tickets/read-order.ts';
import { isSameAddress } from '../../values/email-address.ts';
import { addToHistory } from '../add-to-history.ts';
import { changedFields, sayFields } from '../correct-buyer.ts';
import { lockOrder } from '../lock-order.ts';

export type RenamedByBuyer = 'renamed' | 'rename_refused' | 'rename_too_often';

// Of one order. Each sends a mail with the tickets; a table of ten friends can be put right in a day.
const MAX_A_DAY = 10;
const CAUSE = 'the buyer changed the';

type TicketRow = Person & {
  ticketId: string;
  hostId: string;
  reference: string;
  buyerEmail: string;
  mayRename: boolean;
};

/**
 * The buyer puts another name on a ticket. Its code stays: whoever holds it is still let in, and passing it on for good, with a new code
 * and another address, is the host's. The buyer is sent the tickets with the new name, and so is a guest whose ticket it is.
 */
export async function renameByBuyer(
  tx: Transaction,
  input: { orderId: string; position: number } & Pick<Person, 'firstName' | 'lastName'>,
): Promise<RenamedByBuyer> {
  const { orderId, position, firstName, lastName } = input;
  const actor: Actor = { kind: 'buyer' };
  await nameActor(tx, actor);
  const ticket = await lockTicket(tx, { orderId, position });
  if (!ticket?.mayRename) return 'rename_refused';
  const fields = changedFields(ticket, { email: ticket.email, firstName, lastName });
  // Asked for before, and the answer was lost.
  if (fields.length === 0) return 'renamed';
  if (await wasOftenRenamed(tx, orderId)) return 'rename_too_often';
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
  await recordChange(tx, { hostId, actor, action: 'ticket.rename', subject, after });
  return 'renamed';
}

/** A door that reads the code at this moment was first, and is seen; or waits. What was passed on to another person is theirs. */
async function lockTicket(
  tx: Transaction,
  { orderId, position }: { orderId: string; position: number },
): Promise<TicketRow | undefined> {
  await lockOrder(tx, orderId);
  const { rows } = await tx.query<TicketRow>(
    `SELECT t.id AS "ticketId", o.host_id AS "hostId", o.reference, o.email AS "buyerEmail", t.email,
            t.first_name AS "firstName", t.last_name AS "lastName",
            e.buyers_rename AND t.used_at IS NULL AND t.voided_at IS NULL AND e.closes_at > clock_timestamp()
              AND e.status <> 'CANCELLED' AND (t.passed_on_at IS NULL OR lower(t.email) = lower(o.email)) AS "mayRename"
       FROM tickets AS t JOIN orders AS o ON o.id = t.order_id JOIN events AS e ON e.id = t.event_id
      WHERE t.order_id = $1 AND t.position = $2 FOR UPDATE OF t`,
    [orderId, position],
  );
  return rows[0];
}

/** Under the lock of the order: those who ask at one moment are counted one after the other. */
async function wasOftenRenamed(tx: Transaction, orderId: string): Promise<boolean> {
  const { rows } = await tx.query<{ renames: number }>(
    // By the history: an address that was erased gets no mail.
    `SELECT count(*)::integer AS renames FROM order_changes
      WHERE order_id = $1 AND cause LIKE $2 || '%' AND at > clock_timestamp() - interval '1 day'`,
    [orderId, CAUSE],
  );
  return (rows[0]?.renames ?? 0) >= MAX_A_DAY;
}

async function sendRenamed(
  tx: Transaction,
  { orderId, position, ticket }: { orderId: string; position: number; ticket: TicketRow },
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
