import type { Queryable } from '../../db/database.ts';
import type { GatewayName } from '../../payments/gateway.ts';

/** Enough for every way twice. Each costs a gateway's call to start, and one whenever the order is looked up. */
export const MAX_PAGES = 10;

/** A gateway's page of an order whose buyer chooses how to pay. */
export type PaymentPage = {
  number: number;
  gateway: GatewayName;
  accountId: string | null;
  reference: string;
  sessionId: string | null;
  checkoutUrl: string | null;
  linkedAt: Date | null;
  refusedAt: Date | null;
  leftAt: Date | null;
  closedAt: Date | null;
  taken: string[];
  /** Its gateway is being asked for it, or the process that asked has died. */
  secondsOld: number;
};

export async function listPages(tx: Queryable, orderId: string): Promise<PaymentPage[]> {
  const { rows } = await tx.query<PaymentPage>(
    `SELECT number, gateway, payment_account_id AS "accountId", reference, session_id AS "sessionId", checkout_url AS "checkoutUrl",
            linked_at AS "linkedAt", refused_at AS "refusedAt", left_at AS "leftAt", closed_at AS "closedAt", taken,
            extract(epoch FROM clock_timestamp() - created_at)::float8 AS "secondsOld"
       FROM payment_pages WHERE order_id = $1 ORDER BY number`,
    [orderId],
  );
  return rows;
}

/** The page to pay on: the newest that has a link. Null where it was closed since, or none was chosen. */
export async function findOpenPage(
  tx: Queryable,
  orderId: string,
): Promise<(PaymentPage & { checkoutUrl: string }) | null> {
  return (await listPages(tx, orderId)).findLast(isOpenPage) ?? null;
}

export const isOpenPage = (page: PaymentPage): page is PaymentPage & { checkoutUrl: string } =>
  page.checkoutUrl !== null && page.leftAt === null && page.closedAt === null;

/** The same rule, of the page `g`. */
export const IS_OPEN_PAGE = 'g.checkout_url IS NOT NULL AND g.left_at IS NULL AND g.closed_at IS NULL';

/** Dashes, digits and letters: every gateway takes them. */
export const pageReference = (orderReference: string, number: number): string =>
  number === 1 ? orderReference : `${orderReference}-${number}`;

/** The reference of its order, of a column with the reference of a page. */
export const orderReferenceIn = (column: string): string => `regexp_replace(${column}, '-([2-9]|10)$', '')`;

/** Joins the page `g` that took the payment `p`; of an order with one way to pay there is none. */
export const JOIN_PAGE = `LEFT JOIN payment_pages AS g ON g.order_id = p.order_id AND g.gateway = p.gateway AND p.gateway_payment_id = ANY (g.taken)`;
/** The account that took the payment `p` of the order `o`, with that join. */
export const ACCOUNT_OF_PAYMENT = `CASE WHEN g.order_id IS NULL THEN o.payment_account_id ELSE g.payment_account_id END`;
/** Its reference at the gateway. */
export const REFERENCE_OF_PAYMENT = `coalesce(g.reference, o.reference)`;
