import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import type { Database } from '../db/database.ts';
import { resendTickets } from '../mail/resend-tickets.ts';
import { refundOrder } from '../orders/refund-order.ts';
import { bold, dim, print } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera orders <command> <reference>

  show <reference>      the order, its tickets, its money and all that happened to it
  refund <reference> [--tickets <id,id>] [--amount <minor units>] [--keep-stock] [--key <name>]
                        void tickets (by default all) and give back what was paid for them; the stock is for sale again
                        unless it is kept. The same key twice is one refund.
  resend <reference>    send the tickets once more (at most 5 times an hour)`;

/** One order at a time, by hand. Works beside a running program, which sends the money and the mails. */
export async function orders(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      tickets: { type: 'string' },
      amount: { type: 'string' },
      'keep-stock': { type: 'boolean', default: false },
      key: { type: 'string' },
    },
  });
  const [command = 'help', reference = ''] = positionals;
  if (command === 'help') return print(HELP);
  if (!['show', 'refund', 'resend'].includes(command))
    throw new ConfigError(`There is no such command.\n\n${HELP}`);
  await withDatabase(async ({ database }) => {
    const orderId = await findOrder(database, reference);
    if (command === 'refund') {
      const { amountMinor, isNew } = await database.transaction((tx) =>
        refundOrder(tx, {
          orderId,
          ticketIds: values.tickets?.split(',') ?? null,
          amountMinor: values.amount === undefined ? null : Number(values.amount),
          returnsStock: !values['keep-stock'],
          requestKey: values.key ?? randomUUID(),
        }),
      );
      print(`  ${isNew ? 'Refunding' : 'Refunded already:'} ${amountMinor} minor units.`);
    } else if (command === 'resend') {
      await database.transaction((tx) => resendTickets(tx, { orderId }));
      print('  The tickets will be sent again.');
    }
    await show(database, orderId);
  });
}

async function findOrder(database: Database, reference: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM orders WHERE reference = $1', [
    reference.toUpperCase(),
  ]);
  const id = rows[0]?.id;
  if (!id) throw new ConfigError(`There is no order ${JSON.stringify(reference)}.`);
  return id;
}

async function show(database: Database, orderId: string): Promise<void> {
  const { rows: found } = await database.query<{ line: string }>(
    `SELECT format('%s  %s, %s %s, %s %s <%s>', reference, status, total_minor, currency, first_name, last_name, email) AS line
       FROM orders WHERE id = $1`,
    [orderId],
  );
  print(`\n  ${bold(found[0]?.line ?? '')}`);
  await printLines(
    database,
    orderId,
    `SELECT format('ticket   %s  %s%s', t.id, type.name,
                   CASE WHEN t.voided_at IS NOT NULL THEN ', void' WHEN t.used_at IS NOT NULL THEN ', used' ELSE '' END) AS line
       FROM tickets AS t JOIN ticket_types AS type ON type.id = t.ticket_type_id WHERE t.order_id = $1 ORDER BY t.position`,
  );
  await printLines(
    database,
    orderId,
    `SELECT format('payment  %s %s by %s (%s), %s refunded', amount_minor, currency, gateway, use, refunded_minor) AS line
       FROM payments WHERE order_id = $1 ORDER BY recorded_at`,
  );
  await printLines(
    database,
    orderId,
    `SELECT format('refund   %s, %s (%s)%s', amount_minor, status, reason, coalesce(': ' || note, '')) AS line
       FROM refunds WHERE order_id = $1 ORDER BY created_at`,
  );
  await printLines(
    database,
    orderId,
    `SELECT format('%s  %s: %s', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), status, cause) AS line
       FROM order_changes WHERE order_id = $1 ORDER BY id`,
  );
}

async function printLines(database: Database, orderId: string, sql: string): Promise<void> {
  const { rows } = await database.query<{ line: string }>(sql, [orderId]);
  for (const { line } of rows) print(`  ${dim(line)}`);
}
