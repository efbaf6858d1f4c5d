import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { Person } from '../tickets/read-order.ts';
import { isSameAddress } from '../values/email-address.ts';
import { addToHistory } from './add-to-history.ts';
import { lockOrder } from './lock-order.ts';
import { lockTickets, replaceEmail } from './replace-email.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { countMailsOfMember } from '../tickets/mails/count-mails.ts';
import { planMails } from '../tickets/mails/plan-mails.ts';
import { SEND_HOLDER_MAIL } from '../tickets/mails/send-mail-job.ts';
import { MOVED_BY_HOST } from '../tickets/mails/ticket-recipients.ts';

export type CorrectBuyer = Person & {
  orderId: string;
  actor: Actor;
  /** The values read before: see `seenPerson`. */
  seen: string;
  hostMailsPerDay: number;
};

/** Stands for what somebody read of a person, to notice that another has changed it meanwhile. It tells nothing of them. */
export const seenPerson = ({ email, firstName, lastName }: Person): string =>
  createHash('sha256')
    .update(JSON.stringify([email, firstName, lastName]))
    .digest('hex')
    .slice(0, 32);

/** Refused where somebody else has changed the person since: whoever asks is shown both. */
export function keepToSeenPerson(person: Person, seen: string): void {
  if (seenPerson(person) === seen) return;
  const { email, firstName, lastName } = person;
  throw new Refusal('changed_meanwhile', 'Somebody else has changed this since you opened it.', {
    current: { email, firstName, lastName, seen: seenPerson(person) },
  });
}

/** The changed fields of a person; their names only, for the history and the log. */
export const changedFields = (person: Person, next: Person): (keyof Person)[] =>
  (['email', 'firstName', 'lastName'] as const).filter((field) => person[field] !== next[field]);

const SAID = { email: 'e-mail', firstName: 'first name', lastName: 'last name' } as const;
export const sayFields = (fields: (keyof Person)[]): string => fields.map((field) => SAID[field]).join(', ');

type OrderRow = Person & { hostId: string; reference: string; isBought: boolean };

/**
 * The host mends a buyer's name or e-mail. Tickets that are in the buyer's name get the new one. Another e-mail makes all codes and the
 * receipt's address new, as it does where the buyer corrects it (replaceEmail), and everybody is sent their tickets anew. The address that it had is
 * told, without a code: no member takes a buyer's tickets unseen.
 */
export async function correctBuyer(tx: Transaction, input: CorrectBuyer): Promise<void> {
  const { orderId, actor } = input;
  await lockOrder(tx, orderId);
  const order = await readOrder(tx, orderId);
  await lockTickets(tx, orderId);
  const fields = changedFields(order, input);
  if (fields.length === 0) return noteUnchanged(tx);
  keepToSeenPerson(order, input.seen);
  const { hostId, reference } = order;
  if (fields.some((field) => field !== 'email')) await rename(tx, order, input);
  const isMoved = !isSameAddress(order.email, input.email);
  const cause = `the host corrected ${sayFields(fields)}`;
  if (isMoved) {
    await replaceEmail(tx, {
      orderId,
      was: order.email,
      email: input.email,
      cause: `${cause}: ${MOVED_BY_HOST}`,
    });
    await tellOldAddress(tx, { orderId, was: order.email });
    await countMailsOfMember(tx, { hostId, orderId, perDay: input.hostMailsPerDay });
  } else {
    // Another spelling of the same address.
    await tx.query('UPDATE orders SET email = $2 WHERE id = $1', [orderId, input.email]);
    await addToHistory(tx, orderId, cause);
  }
  const after = Object.fromEntries(fields.map((field) => [field, '(changed)']));
  const subject = { id: orderId, name: reference };
  await recordChange(tx, { hostId, actor, action: 'order.correct_buyer', subject, after });
}

/** Each time: told only once, who had the tickets back would lose them again unseen. They count as the host's mails of the day. */
async function tellOldAddress(
  tx: Transaction,
  { orderId, was }: { orderId: string; was: string },
): Promise<void> {
  const movedKey = randomUUID();
  await planMails(tx, { orderId, kind: 'address_changed', occasion: movedKey }, [was]);
  await enqueueJob(tx, { kind: SEND_HOLDER_MAIL, payload: { mail: 'address_changed', orderId, movedKey } });
}

async function readOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  const { rows } = await tx.query<OrderRow>(
    `SELECT host_id AS "hostId", reference, email, first_name AS "firstName", last_name AS "lastName",
            status IN ('confirmed', 'partially_refunded') AS "isBought" FROM orders WHERE id = $1`,
    [orderId],
  );
  const [order] = rows;
  if (!order) throw new Refusal('not_found', 'There is no such order.');
  // Before, there is nothing to send; afterwards, nothing that lets anybody in.
  if (!order.isBought)
    throw new Refusal('wrong_state', 'You can edit an order only if it has valid tickets.');
  return order;
}

async function rename(tx: Transaction, was: OrderRow, now: CorrectBuyer): Promise<void> {
  await tx.query('UPDATE orders SET first_name = $2, last_name = $3 WHERE id = $1', [
    now.orderId,
    now.firstName,
    now.lastName,
  ]);
  await tx.query(
    `UPDATE tickets SET first_name = $5, last_name = $6
      WHERE order_id = $1 AND voided_at IS NULL AND lower(email) = lower($2) AND first_name = $3 AND last_name = $4`,
    [now.orderId, was.email, was.firstName, was.lastName, now.firstName, now.lastName],
  );
}
