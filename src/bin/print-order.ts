import type { Database } from '../db/database.ts';
import { decimalsOf, toMajorUnits } from '../payments/major-units.ts';
import { bold, dim, print, visible } from './terminal.ts';

type OrderRow = {
  reference: string;
  status: string;
  total_minor: number;
  currency: string;
  buyer: string;
};
type TicketRow = { id: string; name: string; state: string };
type PaymentRow = {
  amount_minor: number;
  currency: string;
  gateway: string;
  use: string;
  refunded_minor: number;
};
type RefundRow = {
  id: string;
  amount_minor: number;
  currency: string;
  status: string;
  reason: string;
  note: string | null;
};
type ChangeRow = { at: Date; status: string; cause: string };

/** 750050 as `7500.50 NGN`: read off a terminal, minor units look like a hundred times the money. */
export const money = (amountMinor: number, currency: string): string =>
  `${toMajorUnits(amountMinor, decimalsOf(currency))} ${currency}`;

/** An order, its tickets, its money and all that happened to it. */
export async function printOrder(database: Database, orderId: string): Promise<void> {
  const read = async <Row extends object>(sql: string): Promise<Row[]> =>
    (await database.query<Row>(sql, [orderId])).rows;

  const orders = await read<OrderRow>(
    `SELECT reference, status, total_minor, currency, format('%s %s <%s>', first_name, last_name, email) AS buyer
       FROM orders WHERE id = $1`,
  );
  const tickets = await read<TicketRow>(
    `SELECT t.id, type.name,
            CASE WHEN t.voided_at IS NOT NULL THEN ', void' WHEN t.used_at IS NOT NULL THEN ', used' ELSE '' END AS state
       FROM tickets AS t JOIN ticket_types AS type ON type.id = t.ticket_type_id WHERE t.order_id = $1 ORDER BY t.position`,
  );
  const payments = await read<PaymentRow>(
    `SELECT amount_minor, currency, gateway, use, refunded_minor FROM payments WHERE order_id = $1 ORDER BY recorded_at`,
  );
  const refunds = await read<RefundRow>(
    `SELECT r.id, r.amount_minor, p.currency, r.status, r.reason, r.note
       FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id WHERE r.order_id = $1 ORDER BY r.created_at`,
  );
  const changes = await read<ChangeRow>(
    'SELECT at, status, cause FROM order_changes WHERE order_id = $1 ORDER BY id',
  );

  for (const { reference, status, total_minor: totalMinor, currency, buyer } of orders)
    print(`\n  ${bold(visible(`${reference}  ${status}, ${money(totalMinor, currency)}, ${buyer}`))}`);
  const lines = [
    ...tickets.map(({ id, name, state }) => `ticket   ${id}  ${name}${state}`),
    ...payments.map(
      ({ amount_minor: paid, refunded_minor: refunded, currency, gateway, use }) =>
        `payment  ${money(paid, currency)} by ${gateway} (${use}), ${money(refunded, currency)} refunded`,
    ),
    ...refunds.map(
      ({ id, amount_minor: amount, currency, status, reason, note }) =>
        `refund   ${id}  ${money(amount, currency)}, ${status} (${reason})${note === null ? '' : `: ${note}`}`,
    ),
    ...changes.map(({ at, status, cause }) => `${timeOf(at)}  ${status}: ${cause}`),
  ];
  for (const line of lines) print(`  ${dim(visible(line))}`);
}

export const timeOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
