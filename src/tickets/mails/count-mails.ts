import type { Database, Transaction } from '../../db/database.ts';
import { countHostMails } from '../../hosts/count-host-mails.ts';
import { Refusal } from '../../refusal.ts';
import { IS_HOSTS_OWN_SQL } from './hosts-own-orders.ts';
import { MAIL_BUDGETS } from './mail-budgets.ts';
import type { MailName } from './plan-mails.ts';

/**
 * Counts the mails about an order that this transaction has planned against the host's day. To be called by whatever a member does with one
 * order, after it has planned them: whoever they go to, each is the member's doing.
 */
export async function countMailsOfMember(
  tx: Transaction,
  { hostId, orderId, perDay }: { hostId: string; orderId: string; perDay: number },
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE mails SET is_counted = true WHERE order_id = $1 AND created_at = now()::timestamptz(3) AND NOT is_counted`,
    [orderId],
  );
  await countHostMails(tx, { hostId, count: rowCount ?? 0, perDay });
}

/**
 * Counts one mail to all its recipients when it is about to be sent, where the host chose their addresses and nothing has counted it so far. Each is
 * counted once, however often it is tried. Answers how many seconds it waits for the next day; null: it may go.
 */
export async function countMailsToSend(
  database: Database,
  { mail, perDay }: { mail: MailName; perDay: number },
): Promise<number | null> {
  if (MAIL_BUDGETS[mail.kind] !== 'when sent') return null;
  const { rows } = await database.query<{ hostId: string }>(
    // A gift's first mail was counted when it was given.
    `SELECT o.host_id AS "hostId" FROM orders AS o
      WHERE o.id = $1 AND ${IS_HOSTS_OWN_SQL} AND (o.source IN ('api', 'embed') OR $2 <> 'tickets' OR $3 <> '')`,
    [mail.orderId, mail.kind, mail.occasion],
  );
  const [own] = rows;
  if (!own) return null;
  try {
    await database.transaction(async (tx) => {
      const { rowCount } = await tx.query(`UPDATE mails SET is_counted = true WHERE ${IS_UNCOUNTED}`, [
        mail.orderId,
        mail.kind,
        mail.occasion,
      ]);
      await countHostMails(tx, { ...own, count: rowCount ?? 0, perDay });
    });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'rate_limited')) throw error;
    await database.query(`UPDATE mails SET last_error = $4 WHERE ${IS_UNCOUNTED}`, [
      mail.orderId,
      mail.kind,
      mail.occasion,
      'It will be sent tomorrow: the host has used up today’s e-mails.',
    ]);
    return error.retryAfterSeconds ?? 1;
  }
}

const IS_UNCOUNTED = `order_id = $1 AND kind = $2 AND occasion = $3 AND NOT is_counted AND sent_at IS NULL AND refused_at IS NULL`;
