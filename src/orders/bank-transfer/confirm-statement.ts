import type { Actor } from '../../audit/actor.ts';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { mayConfirm } from '../../rules/bank-transfer.ts';
import { readDay } from '../../values/read-day.ts';
import { keyOf, matchStatement, type MatchedLine, type WhoseStatement } from './match-statement.ts';
import type { Statement } from './read-statement.ts';
import { settleTransfers } from './settle-transfers.ts';

export type ConfirmStatement = WhoseStatement & {
  actor: Actor;
  statement: Statement;
  /** The lines that the member saw and chose, by their numbers in the file. */
  lines: readonly number[];
};

type Confirmed = MatchedLine & { order: NonNullable<MatchedLine['order']>; amountMinor: number };

/**
 * Records the payments of chosen lines, all in one transaction. What became of their orders since the member saw them is decided behind
 * the orders' locks: a line that no longer fits is left out. The same line never pays twice, whoever uploads it, and how often.
 */
export async function confirmStatement(
  tx: Transaction,
  { actor, statement, lines, ...whose }: ConfirmStatement,
): Promise<{ paid: number; leftOut: number }> {
  const chosen = new Set(lines);
  const isChosen = ({ line, match, order, amountMinor }: MatchedLine): boolean =>
    chosen.has(line.line) && mayConfirm(match) && order !== null && amountMinor !== null;
  const before = await matchStatement(tx, whose, statement);
  await lockOrders(
    tx,
    before.matched.filter(isChosen).map(({ order }) => order?.orderId ?? ''),
  );
  const now = await matchStatement(tx, whose, statement);
  const fitting = now.matched.filter(isChosen) as Confirmed[];
  const isNew = await keepLines(tx, whose.hostId, fitting);
  const confirmed = fitting.filter(({ line }) => isNew.has(keyOf(line)));
  for (const { order } of confirmed)
    await recordChange(tx, {
      hostId: whose.hostId,
      actor,
      action: 'order.mark_paid',
      subject: { id: order.orderId, name: order.reference },
    });
  // Last of all: it locks the ticket types, and sales wait for them until the commit.
  await settleTransfers(
    tx,
    confirmed.map(({ line, order, amountMinor }) => ({
      orderId: order.orderId,
      paymentName: `line ${keyOf(line)}`,
      amountMinor,
      currency: order.currency,
      paidAt: readDay(line.date),
      cause: 'the bank transfer is in a bank statement',
    })),
  );
  if (confirmed.length === 0) noteUnchanged(tx);
  return { paid: confirmed.length, leftOut: chosen.size - confirmed.length };
}

/** In the order of functions/README.md: carts, then orders. */
async function lockOrders(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM reservations WHERE id = ANY (ARRAY(SELECT reservation_id FROM orders WHERE id = ANY ($1::uuid[])))
      ORDER BY id FOR UPDATE`,
    [ids],
  );
  await tx.query('SELECT 1 FROM orders WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [ids]);
}

/** Neither payer nor purpose: only a hash that knows the line again. */
async function keepLines(tx: Transaction, hostId: string, lines: readonly Confirmed[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ hash: Buffer; nth: number }>(
    `INSERT INTO bank_transfer_lines (host_id, line_hash, nth, order_id, recorded_at)
     SELECT $1, hash, nth, order_id, clock_timestamp()
       FROM unnest($2::bytea[], $3::integer[], $4::uuid[]) AS line (hash, nth, order_id) ORDER BY hash, nth
     ON CONFLICT DO NOTHING RETURNING line_hash AS hash, nth`,
    [
      hostId,
      lines.map(({ line }) => line.hash),
      lines.map(({ line }) => line.nth),
      lines.map(({ order }) => order.orderId),
    ],
  );
  return new Set(rows.map(keyOf));
}
