import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { countHostMails } from '../../hosts/count-host-mails.ts';
import type { PaidBy } from '../../rules/order-source.ts';
import { newOrderReference } from '../order-reference.ts';
import { addPaidExchange } from './add-paid-exchange.ts';
import { keepToPrice, takeSeat, type ExchangeSeat } from './exchange-seat.ts';
import { totalOf } from './find-difference.ts';
import { lockExchange } from './lock-exchange.ts';
import { quoteDifference } from './quote-difference.ts';

/**
 * The buyer has paid the difference at the counter: the ticket moves at once, and the money is on record as the host's own, in an order for the
 * difference like any other. No fee is taken of it. Null: the ticket has this seat already.
 */
export async function takeDifference(
  tx: Transaction,
  input: ExchangeSeat & { paidBy: PaidBy },
): Promise<{ reference: string | null }> {
  const found = await lockExchange(tx, input);
  if (!found) {
    noteUnchanged(tx);
    return { reference: null };
  }
  const totalMinor = totalOf(await keepToPrice(tx, input, found));
  assert(totalMinor > 0, 'there is nothing to pay');
  await takeSeat(tx, found);
  const { ticket, from, to, toType } = found;
  const { quote, currency } = await quoteDifference(tx, input.orderId, {
    found,
    difference: { priceMinor: totalMinor, feeMinor: 0 },
  });
  const [orderId, reference] = [randomUUIDv7(), newOrderReference()];
  await tx.query(
    `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, seat_ids,
                         email, first_name, last_name, phone, language, gateway, paid_by, created_at, quantity, seat_skus)
     SELECT $1, $2, o.event_id, o.host_id, 'exchange', 'processing', $2, $3, $4, $5, ARRAY[$6::uuid], o.email, o.first_name, o.last_name,
            o.phone, o.language, 'by_hand', $7, clock_timestamp(), 1, $8::uuid[]
       FROM orders AS o WHERE o.id = $9`,
    [
      orderId,
      reference,
      JSON.stringify(quote),
      totalMinor,
      currency,
      to.id,
      input.paidBy,
      toType.ticketTypeId === to.ticketTypeId ? null : [toType.ticketTypeId],
      input.orderId,
    ],
  );
  await tx.query(
    `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
     VALUES (new_id(), $1, 'by_hand', $2, $3, $4, 'order', clock_timestamp(), clock_timestamp())`,
    [orderId, reference, totalMinor, currency],
  );
  await addPaidExchange(tx, found, {
    orderId: input.orderId,
    ticketId: input.ticketId,
    differenceMinor: totalMinor,
    differenceOrderId: orderId,
  });
  await tx.query('SELECT confirm_orders(ids => ARRAY[$1::uuid], cause => $2, at_time => clock_timestamp())', [
    orderId,
    'paid at the counter',
  ]);
  await countHostMails(tx, { hostId: ticket.hostId, count: 1, perDay: input.hostMailsPerDay });
  await recordChange(tx, {
    hostId: ticket.hostId,
    actor: input.actor,
    action: 'ticket.change_seat',
    subject: { id: input.ticketId, name: `${ticket.reference}, ${ticket.position}` },
    before: { seat: from.name },
    after: { seat: to.name, paidMinor: totalMinor, currency, paidBy: input.paidBy, order: reference },
  });
  return { reference };
}
