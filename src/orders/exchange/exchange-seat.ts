import { leftSql } from '../disputes/disputed-money.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { countHostMails } from '../../hosts/count-host-mails.ts';
import { unblockSeats } from '../../inventory/seats/unblock-seats.ts';
import { takeStock } from '../../inventory/take-stock.ts';
import { Refusal } from '../../refusal.ts';
import { refundOrder } from '../refund-order.ts';
import { differenceOf, readPaidTicket, totalOf, type Difference } from './find-difference.ts';
import { lockExchange, type LockedExchange, type WantedSeat } from './lock-exchange.ts';

export type ExchangeSeat = WantedSeat & {
  actor: Actor;
  /** The price difference that the member saw; negative: the new seat costs less. */
  seenDifferenceMinor: number;
  hostMailsPerDay: number;
};

/**
 * Gives a ticket another seat at once. What the new one costs more is waived; what it costs less goes back, or is kept. Its code is a new one:
 * the old one lets nobody in from the commit on, the holder is sent the ticket, and the old seat is for sale.
 */
export async function exchangeSeat(tx: Transaction, input: ExchangeSeat): Promise<void> {
  const found = await lockExchange(tx, input);
  // Asked for before, and the answer was lost.
  if (!found) return noteUnchanged(tx);
  const difference = await keepToPrice(tx, input, found);
  await takeSeat(tx, found);
  const { ticket, from, to, toType } = found;
  const differenceMinor = totalOf(difference);
  const refundId = await returnDifference(tx, input, { found, differenceMinor });
  const exchangeId = randomUUIDv7();
  await tx.query(`UPDATE ticket_types SET held = held - 1, sold = sold + 1 WHERE id = $1 AND id <> $2`, [
    toType.ticketTypeId,
    ticket.ticketTypeId,
  ]);
  await tx.query(
    `INSERT INTO seat_exchanges (id, event_id, host_id, order_id, ticket_id, from_seat_id, to_seat_id, from_type_id, to_type_id,
                                 difference_minor, how, refund_id, created_at, done_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp(), clock_timestamp())`,
    [
      exchangeId,
      ticket.eventId,
      ticket.hostId,
      input.orderId,
      input.ticketId,
      from.id,
      to.id,
      ticket.ticketTypeId,
      toType.ticketTypeId,
      differenceMinor,
      howOf(differenceMinor, refundId),
      refundId,
    ],
  );
  await tx.query('SELECT move_ticket(exchange => $1, at_time => clock_timestamp())', [exchangeId]);
  // The mail with the new code, which is planned when it is sent.
  await countHostMails(tx, { hostId: ticket.hostId, count: 1, perDay: input.hostMailsPerDay });
  await recordChange(tx, {
    hostId: ticket.hostId,
    actor: input.actor,
    action: 'ticket.change_seat',
    subject: { id: input.ticketId, name: `${ticket.reference}, ${ticket.position}` },
    before: { seat: from.name },
    after: {
      seat: to.name,
      ...(differenceMinor > 0 && { waivedMinor: differenceMinor }),
      ...(differenceMinor < 0 && { [refundId === null ? 'keptMinor' : 'returnedMinor']: -differenceMinor }),
    },
  });
}

function howOf(differenceMinor: number, refundId: string | null): 'same' | 'waived' | 'kept' | 'returned' {
  if (differenceMinor === 0) return 'same';
  if (differenceMinor > 0) return 'waived';
  return refundId === null ? 'kept' : 'returned';
}

/** Out of the ticket's own order, and no more than that order was paid for it: what was paid for an earlier change is in an order of its own. */
async function returnDifference(
  tx: Transaction,
  { orderId, ticketId, refundKey = null, actor }: ExchangeSeat,
  { found, differenceMinor }: { found: LockedExchange; differenceMinor: number },
): Promise<string | null> {
  if (refundKey === null || differenceMinor >= 0) return null;
  const paid = await readPaidTicket(tx, ticketId);
  if (-differenceMinor > (paid?.ownMinor ?? 0))
    throw new Refusal(
      'wrong_state',
      'Part of this was paid with an earlier seat change: refund that order, or change the seat without a refund.',
    );
  const { rows } = await tx.query<{ leftMinor: number }>(
    `SELECT ${leftSql('p')} AS "leftMinor" FROM payments AS p WHERE p.order_id = $1 AND p.use = 'order'`,
    [orderId],
  );
  if (-differenceMinor > (rows[0]?.leftMinor ?? 0))
    throw new Refusal(
      'wrong_state',
      'Part of this order was refunded: less than the difference is left. Change the seat without a refund.',
    );
  // For stamp_refund: the ticket stays good, and its rates are those that the money comes off.
  await tx.query(`SELECT set_config('tessera.refund_of_ticket', $1, true)`, [ticketId]);
  const { refundId } = await refundOrder(tx, {
    orderId,
    actor,
    ticketIds: [],
    amountMinor: -differenceMinor,
    returnsDifferences: false,
    returnsStock: false,
    reason: `cheaper seat, ${found.from.name} to ${found.to.name}`,
    requestKey: refundKey,
  });
  await tx.query(`SELECT set_config('tessera.refund_of_ticket', '', true)`);
  return refundId;
}

/** Refuses a seat whose price by now differs by another sum than the member saw. */
export async function keepToPrice(
  tx: Transaction,
  { ticketId, seenDifferenceMinor }: Pick<ExchangeSeat, 'ticketId' | 'seenDifferenceMinor'>,
  { toType }: LockedExchange,
): Promise<Difference> {
  const paid = await readPaidTicket(tx, ticketId);
  if (!paid) throw new Error('a ticket vanished under its lock');
  const difference = differenceOf(paid, toType);
  const differenceMinor = totalOf(difference);
  if (differenceMinor !== seenDifferenceMinor) {
    throw new Refusal('changed_meanwhile', 'The price difference has changed: check it, and confirm again.', {
      current: { differenceMinor },
    });
  }
  return difference;
}

/** Holds one of the new ticket type, where it is another one; the seat itself is locked. A house seat is a seat like others from now on. */
export async function takeSeat(tx: Transaction, { ticket, to, toType }: LockedExchange): Promise<void> {
  if (to.blockedReason !== null) {
    await unblockSeats(tx, { eventId: ticket.eventId, seatIds: [to.id], ticketTypeIds: [to.ticketTypeId] });
  }
  if (toType.ticketTypeId === ticket.ticketTypeId) return;
  const short = await takeStock(tx, [{ ticketTypeId: toType.ticketTypeId, quantity: 1 }]);
  if (short) {
    throw new Refusal('tickets_unavailable', `No ${toType.name} tickets are left.`, {
      field: 'ticketTypeId',
    });
  }
}
