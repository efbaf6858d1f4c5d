import assert from 'node:assert/strict';
import type { Queryable } from '../../db/database.ts';
import { hashToken, makeToken } from '../../people/sessions/session-token.ts';
import { isSameAddress } from '../../values/email-address.ts';
import type { FoundOrder } from '../load-order-tickets.ts';
import type { ToldHolders } from './describe-event-news.ts';
import { renderReturnedMail, type MailedReturn } from './render-return-mails.ts';

type Which = { orderId: string; returnId: string };

/** Only its hash is stored. Null where there is nothing left to confirm. */
export async function makeReturnLink(tx: Queryable, { orderId, returnId }: Which): Promise<string | null> {
  const token = makeToken();
  const { rowCount } = await tx.query(
    `UPDATE returns SET token_sha256 = $3
      WHERE id = $1 AND order_id = $2 AND state = 'asked' AND expires_at > clock_timestamp()`,
    [returnId, orderId, hashToken(token)],
  );
  return rowCount ? token : null;
}

export async function readMailedReturn(
  tx: Queryable,
  { orderId, returnId }: Which,
  { tickets }: FoundOrder,
): Promise<MailedReturn> {
  const { rows } = await tx.query<{
    ticketIds: string[];
    amountMinor: number;
    isResale: boolean;
    reason: string | null;
  }>(
    `SELECT ticket_ids AS "ticketIds", amount_minor AS "amountMinor", reason,
            state = 'unsold' OR sold_at IS NOT NULL AS "isResale" FROM returns WHERE id = $1 AND order_id = $2`,
    [returnId, orderId],
  );
  const [found] = rows;
  assert(found, 'a mail about a return that is not there');
  const { ticketIds, ...rest } = found;
  return { ...rest, tickets: tickets.filter(({ id }) => ticketIds.includes(id)) };
}

/** Tickets were returned: the buyer is told the sum, and each guest that their ticket is void. */
export async function describeReturned(
  { database }: { database: Queryable },
  which: Which,
  found: FoundOrder,
): Promise<ToldHolders> {
  const { tickets, amountMinor, isResale } = await readMailedReturn(database, which, found);
  return {
    tickets,
    render: ({ person, isBuyer, receiptUrl, termsUrl }) =>
      renderReturnedMail(found, {
        tickets: isBuyer
          ? tickets
          : tickets.filter(({ recipient }) => isSameAddress(recipient.email, person.email)),
        amountMinor,
        isResale,
        person,
        isBuyer,
        receiptUrl,
        termsUrl,
      }),
  };
}
