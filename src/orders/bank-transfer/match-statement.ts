import type { Queryable } from '../../db/database.ts';
import {
  codeOfReference,
  codesIn,
  codesNamedIn,
  plainPurpose,
  type StatementMatch,
} from '../../rules/bank-transfer.ts';
import { readAmount } from '../../values/read-amount.ts';
import { readTransferSettings } from './transfer-settings.ts';
import type { Statement, StatementLine } from './read-statement.ts';

export type WhoseStatement = { hostId: string; eventIds: readonly string[] | null };

type OrderRow = {
  orderId: string;
  reference: string;
  status: string;
  totalMinor: number;
  currency: string;
  buyer: string;
  isPaid: boolean;
};

export type MatchedLine = {
  line: StatementLine;
  match: StatementMatch;
  /** Null where it can't be read. */
  amountMinor: number | null;
  order: OrderRow | null;
};

/** The lines that are about orders, and how many are not: money that goes out, and money for other things. */
export type MatchedStatement = { matched: MatchedLine[]; others: number };

/** Compares a statement with the orders that are paid by bank transfer. Changes nothing. */
export async function matchStatement(
  tx: Queryable,
  whose: WhoseStatement,
  { lines }: Statement,
): Promise<MatchedStatement> {
  const purposes = lines.map(({ purpose }) => plainPurpose(purpose));
  const named = purposes.map(codesNamedIn);
  const orders = await findOrders(
    tx,
    whose,
    named.flatMap((codes) => codes.slice(0, MAX_NAMED)),
  );
  const taken = await findTaken(tx, whose.hostId, lines);
  const { currency: ofAccount } = await readTransferSettings(tx, whose.hostId);
  const paidHere = new Set<string>();
  const matched: MatchedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const found = ordersIn(purposes[index] ?? '', orders);
    const [order] = found;
    if (!order && named[index]?.length === 0) continue;
    const amountMinor = readAmount(line.amount, order?.currency ?? 'EUR');
    // Money that goes out, a refund for instance, has the same reference.
    if (line.amount === '' || (amountMinor !== null && amountMinor <= 0)) continue;
    const match =
      found.length > 1 ? 'ambiguous' : matchOf(line, { order, amountMinor, ofAccount, taken, paidHere });
    if (order && (match === 'fits' || match === 'over' || match === 'late')) paidHere.add(order.orderId);
    // Of several none is the line's own: a person reads its purpose.
    matched.push({ line, match, amountMinor, order: found.length === 1 ? (order ?? null) : null });
  }
  return { matched, others: lines.length - matched.length };
}

// Of one purpose: it may name several orders.
const MAX_NAMED = 3;

function ordersIn(purpose: string, orders: ReadonlyMap<string, OrderRow>): OrderRow[] {
  const found = new Set<OrderRow>();
  for (const code of codesIn(purpose)) {
    const order = orders.get(code);
    if (order) found.add(order);
  }
  return [...found];
}

function matchOf(
  line: StatementLine,
  {
    order,
    amountMinor,
    ofAccount,
    taken,
    paidHere,
  }: {
    order: OrderRow | undefined;
    amountMinor: number | null;
    /** The currency of the host's account. */
    ofAccount: string;
    taken: ReadonlySet<string>;
    paidHere: ReadonlySet<string>;
  },
): StatementMatch {
  if (!order) return 'unknown_reference';
  if (taken.has(keyOf(line))) return 'taken_before';
  if (order.isPaid || paidHere.has(order.orderId)) return 'already_paid';
  // A statement that names none has that of the account: not that of an order from before the host changed it.
  if ((line.currency || ofAccount) !== order.currency) return 'other_currency';
  if (amountMinor === null) return 'unreadable_amount';
  if (amountMinor < order.totalMinor) return 'under';
  if (order.status !== 'pending_payment') return 'late';
  return amountMinor > order.totalMinor ? 'over' : 'fits';
}

export const keyOf = ({ hash, nth }: Pick<StatementLine, 'hash' | 'nth'>): string =>
  `${hash.toString('hex')} ${nth}`;

/** By their codes: all that wait, and those that are named, whatever became of them. */
async function findOrders(
  tx: Queryable,
  { hostId, eventIds }: WhoseStatement,
  named: readonly string[],
): Promise<Map<string, OrderRow>> {
  const columns = `o.id AS "orderId", o.reference, o.status, o.total_minor AS "totalMinor", o.currency,
    o.first_name || ' ' || o.last_name AS buyer, EXISTS (SELECT 1 FROM payments AS p WHERE p.order_id = o.id) AS "isPaid"`;
  const theirs = `o.host_id = $1 AND o.gateway = 'bank_transfer' AND ($2::uuid[] IS NULL OR o.event_id = ANY ($2))`;
  const { rows } = await tx.query<OrderRow>(
    `SELECT ${columns} FROM orders AS o
      WHERE uuid_send(o.host_id) = uuid_send($1) AND o.status = 'pending_payment' AND ${theirs}
     UNION ALL
     SELECT ${columns} FROM orders AS o
      WHERE o.reference = ANY ($3) AND o.status <> 'pending_payment' AND ${theirs}`,
    [hostId, eventIds, [...new Set(named)].map(referenceOf)],
  );
  return new Map(rows.map((row) => [codeOfReference(row.reference), row]));
}

const referenceOf = (code: string): string => `TSR-${code.replaceAll(/(.{4})(?=.)/g, '$1-')}`;

async function findTaken(
  tx: Queryable,
  hostId: string,
  lines: readonly StatementLine[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ hash: Buffer; nth: number }>(
    'SELECT line_hash AS hash, nth FROM bank_transfer_lines WHERE host_id = $1 AND line_hash = ANY ($2::bytea[])',
    [hostId, lines.map(({ hash }) => hash)],
  );
  return new Set(rows.map(keyOf));
}
