import type { Queryable } from '../db/database.ts';
import { isUuid } from '../values/is-uuid.ts';
import type { Invoice } from './invoice.ts';
import { toInvoice, type StoredInvoice } from './read-issued.ts';

/** An invoice of an order, or of a host; null: there is none, or it is another one's. */
export async function findInvoice(
  tx: Queryable,
  find: { invoiceId: string } & ({ orderId: string } | { hostId: string }),
): Promise<{ invoice: Invoice; hasFacturX: boolean } | null> {
  if (!isUuid(find.invoiceId)) return null;
  const [owner, ownerId] = 'orderId' in find ? ['order_id', find.orderId] : ['host_id', find.hostId];
  const { rows } = await tx.query<{ content: StoredInvoice; hasFacturX: boolean }>(
    `SELECT i.content, (SELECT s.has_factur_x FROM invoice_settings AS s WHERE s.host_id = i.host_id ORDER BY s.since DESC LIMIT 1) AS "hasFacturX"
       FROM invoices AS i WHERE i.id = $1 AND i.${owner} = $2`,
    [find.invoiceId, ownerId],
  );
  const [row] = rows;
  return row ? { invoice: toInvoice(row.content), hasFacturX: row.hasFacturX } : null;
}
