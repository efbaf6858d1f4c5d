import type { Queryable } from '../../db/database.ts';
import { isErasedAddress } from '../../rules/erased-person.ts';
import { IS_HOSTS_OWN_SQL } from './hosts-own-orders.ts';

/** How the history says that a member gave an order another address. */
export const MOVED_BY_HOST = 'the codes of the tickets and the address of the receipt are new';

export type TicketRecipient = {
  orderId: string;
  recipient: string;
  isBuyer: boolean;
  /** The host chose the address: it counts against the host's e-mails of the day. */
  isTypedByHost: boolean;
};

/**
 * Lists the recipients of these orders' tickets when they are sent again, each address of an order once. Guests get their own; the buyer
 * gets all but passed-on ones, and no mail if no other is left. Nobody gets void ones. Gifts, counter sales and free orders of the host's
 * server count as the host's own; of bought orders, only passed-on tickets and corrected addresses do.
 */
export async function listTicketRecipients(tx: Queryable, orderIds: string[]): Promise<TicketRecipient[]> {
  const { rows } = await tx.query<TicketRecipient>(
    `SELECT o.id AS "orderId", min(person.email) AS recipient, bool_or(person.is_buyer) AS "isBuyer", bool_or(person.is_typed) AS "isTypedByHost"
       FROM unnest($1::uuid[]) AS wanted (id)
      CROSS JOIN LATERAL (SELECT id, email, source, is_by_server, total_minor FROM orders WHERE id = wanted.id LIMIT 1) AS o
      CROSS JOIN LATERAL (
            SELECT own.everybody, own.everybody OR EXISTS (
                     SELECT FROM order_changes AS c
                      WHERE c.order_id = o.id AND starts_with(c.cause, 'the host ') AND position($2 IN c.cause) > 0) AS buyer
              FROM (SELECT ${IS_HOSTS_OWN_SQL} AS everybody) AS own) AS typed
      CROSS JOIN LATERAL (
            SELECT t.email, lower(t.email) = lower(o.email) AS is_buyer,
                   typed.everybody OR t.passed_on_at IS NOT NULL OR (typed.buyer AND lower(t.email) = lower(o.email)) AS is_typed
              FROM tickets AS t WHERE t.order_id = o.id AND t.voided_at IS NULL
             UNION ALL
            SELECT o.email, true, typed.buyer
             WHERE EXISTS (SELECT FROM tickets AS t WHERE t.order_id = o.id AND t.voided_at IS NULL AND t.passed_on_at IS NULL)
            ) AS person
      GROUP BY o.id, lower(person.email) ORDER BY o.id, lower(person.email)`,
    [orderIds, MOVED_BY_HOST],
  );
  return rows.filter(({ recipient }) => !isErasedAddress(recipient));
}
