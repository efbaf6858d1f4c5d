import type { Actor } from '../audit/actor.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { countMailsOfMember } from '../tickets/mails/count-mails.ts';
import { resendTickets } from '../tickets/mails/resend-tickets.ts';

export type ResentOrders = {
  sent: number;
  /** Orders that were not sent again, with the reason for a member. */
  refused: { reference: string; reason: string }[];
};

/**
 * Sends the tickets of several orders again. Each is on its own, in a transaction of its own by `inTransaction` and with its own limit per
 * hour: one that is refused keeps no other back.
 */
export async function resendOrders(
  database: Queryable,
  inTransaction: (work: (tx: Transaction) => Promise<void>) => Promise<void>,
  input: {
    hostId: string;
    eventIds: string[] | null;
    references: string[];
    actor: Actor;
    mailsPerDay: number;
  },
): Promise<ResentOrders> {
  const { hostId, eventIds, actor, mailsPerDay } = input;
  const references = [...new Set(input.references)];
  const { rows } = await database.query<{ id: string; reference: string }>(
    `SELECT id, reference FROM orders
      WHERE reference = ANY ($1) AND host_id = $2 AND ($3::uuid[] IS NULL OR array_position($3, event_id) IS NOT NULL) ORDER BY id`,
    [references, hostId, eventIds],
  );
  if (rows.length < references.length)
    throw new Refusal('not_found', 'One of these orders does not exist, or you don’t have access to it.');
  const refused: ResentOrders['refused'] = [];
  for (const { id: orderId, reference } of rows) {
    try {
      await inTransaction(async (tx) => {
        await resendTickets(tx, { orderId, askedBy: 'member', actor });
        await countMailsOfMember(tx, { hostId, orderId, perDay: mailsPerDay });
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ reference, reason: error.message });
    }
  }
  return { sent: rows.length - refused.length, refused };
}
