import { randomUUID } from 'node:crypto';
import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { resendTickets } from '../tickets/mails/resend-tickets.ts';
import { findOrder, type OrderKeys } from '../orders/find-order.ts';
import { receiptAddress } from '../tickets/receipt-address.ts';
import { refundOrder, type RefundOrder } from '../orders/refund-order.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { findOrders } from './find-orders.ts';
import { money, printOrder } from './print-order.ts';
import { readWords } from './read-words.ts';
import { print } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera orders <command> <reference>

  find <e-mail> [--limit <n>] [--json]
                        the orders of all hosts that have something of this person: as the buyer, as the holder of
                        a ticket, or as a recipient of mails; the newest first
  show <reference>      the order, its tickets, its money and its history
  refund <reference> [--tickets <id,id>] [--amount <minor units>] [--keep-stock] [--key <name>]
                        void tickets (by default all) and refund what was paid for them; they go back on sale
                        unless you keep the stock. The same key twice is one refund.
  resend <reference>    send the tickets once more (at most 5 times an hour)
  receipt <reference>   the address of the order's receipt. It opens the tickets: give it only to the buyer.`;

const SAMPLE_REFERENCE = 'TSR-7K2M-9XQD-4HVB-W3NT';

/** One order at a time, by hand. Works beside a running program, which sends the money and the mails. */
export async function orders(words: string[]): Promise<void> {
  const { values, positionals } = readWords('orders', words, {
    tickets: { type: 'string' },
    amount: { type: 'string' },
    'keep-stock': { type: 'boolean' },
    key: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [command = 'help', reference, ...more] = positionals;
  if (command === 'help') return print(HELP);
  if (command === 'find') return findOrders(reference, more, values);
  if (!['show', 'refund', 'resend', 'receipt'].includes(command))
    throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (reference === undefined || more.length > 0)
    throw new ConfigError(`orders ${command} takes one order's reference, such as ${SAMPLE_REFERENCE}.`);
  const { limit, json, ...ofRefund } = values;
  if (limit !== undefined || json !== undefined)
    throw new ConfigError('--limit and --json are for orders find: see tessera orders help.');
  if (command !== 'refund' && Object.keys(ofRefund).length > 0)
    throw new ConfigError(`orders ${command} takes no options: see tessera orders help.`);
  const refund = {
    ticketIds: values.tickets?.split(',').map((id) => id.trim()) ?? null,
    amountMinor: values.amount === undefined ? null : readMinorUnits(values.amount),
    returnsStock: !values['keep-stock'],
    requestKey: values.key ?? randomUUID(),
  };
  await withDatabase(async ({ database, config }) => {
    const order = await findByReference(database, reference);
    if (command === 'receipt') return print(receiptAddress(config.checkoutUrl, order.receiptToken));
    if (command === 'refund') await giveBack(database, order, refund);
    if (command === 'resend') {
      await changeAsOperator(database, (tx) =>
        resendTickets(tx, { orderId: order.id, askedBy: 'operator', actor: OPERATOR }),
      );
      print('  The tickets will be sent again.');
    }
    await printOrder(database, order.id);
  });
}

/** Digits only: an empty text, 1e3 or 0x10 would be numbers too, and are surely not meant. */
function readMinorUnits(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new ConfigError('--amount takes a whole number of minor units, such as 150000 for 1500.00 NGN.');
  return Number(text);
}

async function findByReference(database: Database, reference: string): Promise<OrderKeys> {
  const order = await findOrder(database, { seenBy: 'operator', reference });
  if (order) return order;
  const asked = JSON.stringify(reference.slice(0, 100));
  throw new ConfigError(`There is no order ${asked}: a reference reads like ${SAMPLE_REFERENCE}.`);
}

async function giveBack(
  database: Database,
  order: OrderKeys,
  refund: Omit<RefundOrder, 'orderId' | 'actor'>,
): Promise<void> {
  const { currency } = order;
  const { amountMinor, isNew, differences } = await changeAsOperator(database, (tx) =>
    refundOrder(tx, { ...refund, orderId: order.id, actor: OPERATOR }),
  );
  print(
    `  ${isNew ? 'Refunding' : 'Already refunded:'} ${money(amountMinor, currency)} (${amountMinor} minor units).`,
  );
  const differencesMinor = differences.reduce((sum, one) => sum + one.amountMinor, 0);
  if (differencesMinor > 0)
    print(
      `  Also ${money(differencesMinor, currency)} (${differencesMinor} minor units) that the buyer paid for better seats in separate orders.`,
    );
}
