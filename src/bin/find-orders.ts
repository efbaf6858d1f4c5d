import { findBuyerOrders, type BuyerOrder } from '../buyer-data/find-buyer-orders.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { isEmailAddress } from '../values/email-address.ts';
import { money, timeOf } from './print-order.ts';
import { readLimit } from './read-limit.ts';
import { bold, dim, keepStdoutForJson, print, printJson, visible } from './terminal.ts';
import { withDatabase } from './with-database.ts';

type FoundOrder = BuyerOrder & {
  reference: string;
  status: string;
  totalMinor: number;
  currency: string;
  createdAt: Date;
  event: string;
  host: string;
  hostId: string;
};

type Options = { limit?: string; json?: boolean };

/** A person's orders, over all hosts: for somebody who writes to the operator and has lost the reference. */
export async function findOrders(
  email: string | undefined,
  more: string[],
  { limit: limitText, json, ...stray }: Options,
): Promise<void> {
  if (Object.keys(stray).length > 0)
    throw new ConfigError('orders find takes no such option: see tessera orders help.');
  if (email === undefined || more.length > 0 || !isEmailAddress(email))
    throw new ConfigError('orders find takes one e-mail address, such as ada@example.com.');
  const limit = readLimit(limitText);
  if (json) keepStdoutForJson();
  await withDatabase(async ({ database }) => {
    const parts = await findBuyerOrders(database, { hostId: null, email }, limit + 1);
    const found = await describeAll(database, parts.slice(0, limit));
    if (json) return printJson(found);
    if (found.length === 0) print('  No order has anything of this person.');
    for (const line of found.flatMap(describe)) print(`  ${line}`);
    if (parts.length > limit) print(`  There are more: see them with --limit.`);
  });
}

async function describeAll(database: Database, parts: BuyerOrder[]): Promise<FoundOrder[]> {
  const { rows } = await database.query<FoundOrder>(
    `SELECT o.id AS "orderId", part, o.reference, o.status, o.total_minor AS "totalMinor", o.currency, o.created_at AS "createdAt",
            e.name AS event, h.name AS host, h.id AS "hostId"
       FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS found (order_id, part, place)
       JOIN orders AS o ON o.id = found.order_id JOIN events AS e ON e.id = o.event_id JOIN hosts AS h ON h.id = o.host_id
      ORDER BY place`,
    [parts.map(({ orderId }) => orderId), parts.map(({ part }) => part)],
  );
  return rows;
}

const PARTS = { buyer: 'buyer', holder: "holder of another buyer's ticket", mailed: 'recipient of mails' };

function describe({
  part,
  reference,
  status,
  totalMinor,
  currency,
  createdAt,
  event,
  host,
}: FoundOrder): string[] {
  return [
    `${bold(reference)}  ${status}, ${money(totalMinor, currency)}, ${timeOf(createdAt)}, ${PARTS[part]}`,
    dim(`    ${visible(event)}, ${visible(host)}`),
  ];
}
