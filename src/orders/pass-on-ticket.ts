import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { forgetGuestAnswers } from '../questions/forget-guest-answers.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { countMailsOfMember } from '../tickets/mails/count-mails.ts';
import { planMails } from '../tickets/mails/plan-mails.ts';
import { SEND_HOLDER_MAIL } from '../tickets/mails/send-mail-job.ts';
import type { Person } from '../tickets/read-order.ts';
import { isSameAddress } from '../values/email-address.ts';
import { isUuid } from '../values/is-uuid.ts';
import { addToHistory } from './add-to-history.ts';
import { changedFields, keepToSeenPerson, sayFields } from './correct-buyer.ts';
import { lockOrder } from './lock-order.ts';

type WhichTicket = {
  orderId: string;
  ticketId: string;
  actor: Actor;
  /** The values read before: see `seenPerson`. */
  seen: string;
};

type TicketRow = Person & {
  hostId: string;
  reference: string;
  position: number;
  isUsed: boolean;
  isVoid: boolean;
  isOver: boolean;
  isListed: boolean;
};

/**
 * Gives a ticket to another person. Its code is a new one: whoever has the old one is not let in from the commit on, and a door that
 * reads it at this moment is decided by the ticket's lock. The new holder is sent the ticket; the old one is told that it was passed on, and
 * not to whom. What was answered for the old one is forgotten.
 */
export async function passOnTicket(
  tx: Transaction,
  input: WhichTicket & { to: Person; hostMailsPerDay: number },
): Promise<void> {
  const { orderId, ticketId, actor, to } = input;
  const ticket = await lockTicket(tx, input);
  // Asked for before, and the answer was lost.
  if (changedFields(ticket, to).length === 0) return noteUnchanged(tx);
  keepToSeenPerson(ticket, input.seen);
  keepToGood(ticket, 'passed on');
  if (isSameAddress(ticket.email, to.email))
    throw invalidField(
      'email',
      'is already the address of this ticket: to change only the name, edit the name.',
    );
  const { hostId, reference, position } = ticket;
  await giveToHolder(tx, { orderId, ticketId, position, to });
  await addToHistory(tx, orderId, `ticket ${position} was passed on to another person: its code is new`);
  await tellHolders(tx, { orderId, ticketId, was: [ticket.email], now: to.email });
  await countMailsOfMember(tx, { hostId, orderId, perDay: input.hostMailsPerDay });
  const subject = { id: ticketId, name: `${reference}, ${position}` };
  const after = { email: '(changed)', firstName: '(changed)', lastName: '(changed)' };
  await recordChange(tx, { hostId, actor, action: 'ticket.pass_on', subject, after });
}

/** The ticket is another person's from the commit on, with a new code. The caller has locked it, and tells both. */
export async function giveToHolder(
  tx: Transaction,
  { orderId, ticketId, position, to }: { orderId: string; ticketId: string; position: number; to: Person },
): Promise<void> {
  await tx.query(
    `UPDATE tickets SET serial = gen_random_uuid(), email = $2, first_name = $3, last_name = $4, phone = NULL,
            passed_on_at = clock_timestamp() WHERE id = $1`,
    [ticketId, to.email, to.firstName, to.lastName],
  );
  await forgetGuestAnswers(tx, { orderId, position });
}

/** Changes the name on a ticket. Its code stays: it is the same person's. */
export async function renameHolder(
  tx: Transaction,
  input: WhichTicket & Pick<Person, 'firstName' | 'lastName'>,
): Promise<void> {
  const { orderId, ticketId, actor, firstName, lastName } = input;
  const ticket = await lockTicket(tx, input);
  const fields = changedFields(ticket, { email: ticket.email, firstName, lastName });
  if (fields.length === 0) return noteUnchanged(tx);
  keepToSeenPerson(ticket, input.seen);
  if (ticket.isVoid) throw new Refusal('wrong_state', 'This ticket is void, so its name can’t change.');
  await tx.query('UPDATE tickets SET first_name = $2, last_name = $3 WHERE id = $1', [
    ticketId,
    firstName,
    lastName,
  ]);
  const { hostId, reference, position } = ticket;
  await addToHistory(tx, orderId, `the host changed the ${sayFields(fields)} on ticket ${position}`);
  const subject = { id: ticketId, name: `${reference}, ${position}` };
  const after = Object.fromEntries(fields.map((field) => [field, '(changed)']));
  await recordChange(tx, { hostId, actor, action: 'ticket.rename', subject, after });
}

/** A door that reads the code at this moment waits, and then finds another one; or was first, and is seen here. */
async function lockTicket(tx: Transaction, { orderId, ticketId }: WhichTicket): Promise<TicketRow> {
  await lockOrder(tx, orderId);
  const { rows } = isUuid(ticketId)
    ? await tx.query<TicketRow>(
        `SELECT o.host_id AS "hostId", o.reference, t.position, t.email, t.first_name AS "firstName", t.last_name AS "lastName",
                t.used_at IS NOT NULL AS "isUsed", t.voided_at IS NOT NULL AS "isVoid",
                e.closes_at <= clock_timestamp() OR e.status = 'CANCELLED' AS "isOver",
                EXISTS (SELECT FROM returns AS r WHERE r.listed_ticket_id = t.id) AS "isListed"
           FROM tickets AS t JOIN orders AS o ON o.id = t.order_id JOIN events AS e ON e.id = t.event_id
          WHERE t.id = $1 AND t.order_id = $2 FOR UPDATE OF t`,
        [ticketId, orderId],
      )
    : { rows: [] };
  const [ticket] = rows;
  if (!ticket) throw new Refusal('not_found', 'There is no such ticket in this order.');
  return ticket;
}

function keepToGood({ isUsed, isVoid, isOver, isListed }: TicketRow, what: string): void {
  const why = isVoid
    ? 'it is void'
    : isUsed
      ? 'it was used for entry'
      : isOver
        ? 'the event is over, or was cancelled'
        : isListed
          ? 'the buyer has put it on sale again'
          : null;
  if (why !== null) throw new Refusal('wrong_state', `This ticket can’t be ${what}: ${why}.`);
}

/** The new holder is sent the ticket. Everybody who had it is told, and not to whom it went. */
export async function tellHolders(
  tx: Transaction,
  {
    orderId,
    ticketId,
    was,
    now,
    isByBuyer = false,
  }: { orderId: string; ticketId: string; was: string[]; now: string; isByBuyer?: boolean },
): Promise<void> {
  const passedOn = randomUUIDv7();
  const resendKey = `passed:${passedOn}`;
  await planMails(tx, { orderId, kind: 'tickets', occasion: resendKey }, [now]);
  await enqueueJob(tx, {
    kind: SEND_HOLDER_MAIL,
    payload: { mail: 'tickets', orderId, resendKey, ticketId },
  });
  // Nothing but these rows knows the old address from now on.
  await planMails(tx, { orderId, kind: 'passed_on', occasion: passedOn }, was);
  await enqueueJob(tx, {
    kind: SEND_HOLDER_MAIL,
    payload: { mail: 'passed_on', orderId, passedOn, ticketId, isByBuyer },
  });
}
