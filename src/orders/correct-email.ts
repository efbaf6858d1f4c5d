import type { Transaction } from '../db/database.ts';
import { isSameAddress } from '../values/email-address.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { noSuchOrder } from './find-order.ts';
import { lockOrder } from './lock-order.ts';
import { isOrderReference } from './order-reference.ts';
import { lockTickets, replaceEmail, type LockedTicket } from './replace-email.ts';

export type CorrectEmail = {
  eventId: string;
  reference: string;
  /** That of the cart which was bought. Whoever got a mail by mistake has the receipt's address, and not this. */
  reservationToken: string;
  email: string;
};

export type CorrectionProblem = 'used' | 'too_late' | 'too_often';

const PROBLEMS: Record<CorrectionProblem, string> = {
  used: 'email can no longer be changed: a ticket of this order was used.',
  too_late: 'email can only be changed on the day of the purchase.',
  too_often: 'email was changed too often: ask the host.',
};

export class CorrectionRefused extends Refusal {
  readonly emailProblem: CorrectionProblem;
  constructor(emailProblem: CorrectionProblem) {
    super('validation_failed', PROBLEMS[emailProblem], { field: 'email' });
    this.emailProblem = emailProblem;
  }
}

// Enough for somebody who mistypes a correction too; too few to send mails to strangers with.
const MAX_CORRECTIONS = 3;
// The history names what changed, never the addresses.
const CAUSE = 'the buyer corrected email: the codes of the tickets and the address of the receipt are new';

/** Lets the buyer mend a mistyped address: see replaceEmail. */
export async function correctEmail(tx: Transaction, input: CorrectEmail): Promise<{ receiptToken: string }> {
  const orderId = await findOrder(tx, input);
  await lockOrder(tx, orderId);
  const order = await readOrder(tx, orderId);
  const tickets = await lockTickets(tx, orderId);
  // Asked for before, and the answer was lost.
  if (isSameAddress(order.email, input.email)) return { receiptToken: order.receiptToken };
  // The page does not offer it.
  if (order.isConfirmed) {
    throw invalidField(
      'email',
      'can’t be changed, because it was confirmed in the waiting room: ask the host.',
    );
  }
  if (tickets.some(({ email, isPassedOn }) => isPassedOn && isSameAddress(email, input.email))) {
    // It would be the buyer's ticket again from then on, also with the next correction.
    throw invalidField('email', 'is the address of somebody to whom a ticket of this order was passed on.');
  }
  const problem = whyNot(order, tickets);
  if (problem) throw new CorrectionRefused(problem);

  return {
    receiptToken: await replaceEmail(tx, { orderId, was: order.email, email: input.email, cause: CAUSE }),
  };
}

async function findOrder(tx: Transaction, input: CorrectEmail): Promise<string> {
  // Other texts may be unreadable for the database.
  if (!isOrderReference(input.reference)) throw noSuchOrder();
  const { rows } = await tx.query<{ id: string }>(
    // A token that was minted for an address is everybody's who is behind it.
    `SELECT o.id FROM orders AS o JOIN reservations AS r ON r.id = o.reservation_id
      WHERE o.reference = $1 AND o.event_id = $2 AND r.token = $3 AND NOT r.is_shared`,
    [input.reference, input.eventId, input.reservationToken],
  );
  const [order] = rows;
  if (!order) throw noSuchOrder();
  return order.id;
}

type OrderRow = {
  email: string;
  receiptToken: string;
  isBought: boolean;
  isOfToday: boolean;
  correctionCount: number;
  /** The buyer has confirmed the address to line up, so it is no slip: another one would be another person's. */
  isConfirmed: boolean;
};

async function readOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  const { rows } = await tx.query<OrderRow>(
    `SELECT email, receipt_token AS "receiptToken", status IN ('confirmed', 'partially_refunded') AS "isBought",
            coalesce(confirmed_at > clock_timestamp() - interval '1 day', false) AS "isOfToday",
            (SELECT count(*)::integer FROM order_changes WHERE order_id = $1 AND cause = $2) AS "correctionCount",
            EXISTS (SELECT 1 FROM waiting_orders AS w JOIN waiting_rooms AS room ON room.event_id = w.event_id
                     WHERE w.order_id = $1 AND room.asks_email) AS "isConfirmed"
       FROM orders WHERE id = $1`,
    [orderId, CAUSE],
  );
  const [order] = rows;
  if (!order) throw noSuchOrder();
  return order;
}

function whyNot(order: OrderRow, tickets: LockedTicket[]): CorrectionProblem | null {
  if (tickets.some(({ isUsed }) => isUsed)) return 'used';
  if (!order.isBought || !order.isOfToday || tickets.length === 0) return 'too_late';
  return order.correctionCount >= MAX_CORRECTIONS ? 'too_often' : null;
}
