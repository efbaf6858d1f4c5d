import type { Queryable } from '../db/database.ts';
import type { Invoice } from './invoice.ts';

/** An invoice or credit note of an order, with what it follows from. */
export type IssuedInvoice = {
  invoice: Invoice;
  requestVersion: number;
  replaces: string | null;
  corrects: string | null;
  refundId: string | null;
};

type Row = Omit<IssuedInvoice, 'invoice'> & { content: StoredInvoice };

/** As it is in the database: JSON has no dates. */
export type StoredInvoice = Omit<Invoice, 'issuedAt'> & { issuedAt: string };

export const toInvoice = (stored: StoredInvoice): Invoice => ({
  ...stored,
  issuedAt: new Date(stored.issuedAt),
});

export async function readIssued(tx: Queryable, orderId: string): Promise<IssuedInvoice[]> {
  const { rows } = await tx.query<Row>(
    `SELECT content, request_version AS "requestVersion", replaces, corrects, refund_id AS "refundId"
       FROM invoices WHERE order_id = $1 ORDER BY issued_at, year, sequence`,
    [orderId],
  );
  return rows.map(({ content, ...row }) => ({ ...row, invoice: toInvoice(content) }));
}
