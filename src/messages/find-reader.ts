import type { Queryable } from '../db/database.ts';
import { isErasedAddress } from '../rules/erased-person.ts';
import { knownLanguage } from '../values/language.ts';
import type { Reader } from './compose-message.ts';

/** Finds the reader of a message's mail, as they are now; null if they no longer have a good ticket of the order. */
export async function findReader(
  tx: Queryable,
  { orderId, recipient }: { orderId: string; recipient: string },
): Promise<(Reader & { name: string }) | null> {
  if (isErasedAddress(recipient)) return null;
  const { rows } = await tx.query<{
    language: string;
    reference: string;
    receiptToken: string;
    isBuyer: boolean;
    firstName: string;
    lastName: string;
  }>(
    `SELECT o.language, o.reference, o.receipt_token AS "receiptToken", lower(o.email) = lower($2) AS "isBuyer",
            CASE WHEN lower(o.email) = lower($2) THEN o.first_name ELSE t.first_name END AS "firstName",
            CASE WHEN lower(o.email) = lower($2) THEN o.last_name ELSE t.last_name END AS "lastName"
       FROM orders AS o JOIN tickets AS t ON t.order_id = o.id
      WHERE o.id = $1 AND t.voided_at IS NULL AND lower($2) IN (lower(o.email), lower(t.email))
      ORDER BY t.position LIMIT 1`,
    [orderId, recipient],
  );
  const [found] = rows;
  if (!found) return null;
  const { language, reference, isBuyer } = found;
  return {
    language: knownLanguage(language),
    reference,
    receiptToken: isBuyer ? found.receiptToken : null,
    name: `${found.firstName} ${found.lastName}`,
  };
}
