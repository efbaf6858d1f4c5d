import type { Queryable } from '../db/database.ts';
import type { InvoiceDraft } from '../rules/invoices.ts';

/** The buyer's wishes for the invoice of an order, and how often they have changed. */
export type InvoiceRequest = InvoiceDraft & { version: number };

type Row = Omit<InvoiceRequest, 'line1' | 'line2'> & { lines: string[] };

export async function readInvoiceRequest(tx: Queryable, orderId: string): Promise<InvoiceRequest | null> {
  const { rows } = await tx.query<Row>(
    `SELECT version, company, address_lines AS lines, postal_code AS "postalCode", city, region, country_code AS "countryCode",
            tax_number AS "taxNumber", purchase_reference AS "purchaseReference"
       FROM invoice_requests WHERE order_id = $1`,
    [orderId],
  );
  const [row] = rows;
  if (!row) return null;
  const { lines, ...rest } = row;
  const [line1 = '', line2 = ''] = lines;
  return { ...rest, line1, line2 };
}

/** Writes a request, or changes it: then it counts one more version. The draft was checked (rules/invoices.ts). */
export async function writeInvoiceRequest(
  tx: Queryable,
  { orderId, draft, waitsForOrder }: { orderId: string; draft: InvoiceDraft; waitsForOrder: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO invoice_requests AS r
            (order_id, company, address_lines, postal_code, city, region, country_code, tax_number, purchase_reference, waits_for_order)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (order_id) DO UPDATE
        SET version = r.version + 1, asked_at = excluded.asked_at, company = $2, address_lines = $3, postal_code = $4, city = $5, region = $6,
            country_code = $7, tax_number = $8, purchase_reference = $9`,
    [
      orderId,
      draft.company,
      [draft.line1, draft.line2].filter((line) => line !== ''),
      draft.postalCode,
      draft.city,
      draft.region,
      draft.countryCode,
      draft.taxNumber,
      draft.purchaseReference,
      waitsForOrder,
    ],
  );
}
