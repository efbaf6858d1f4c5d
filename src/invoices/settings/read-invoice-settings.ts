import type { Queryable } from '../../db/database.ts';
import type { InvoicedOrders } from '../../rules/invoices.ts';

/** How a host invoices. */
export type InvoiceSettings = {
  forOrders: InvoicedOrders;
  /** Before the year in numbers; empty: none. */
  prefix: string;
  addressLines: string[];
  postalCode: string;
  city: string;
  region: string;
  /** Its years are those of numbers. */
  timezone: string;
  /** Words on every invoice; empty: none. */
  footer: string;
  hasFacturX: boolean;
  /** After the year of issue. */
  keptYears: number;
};

const COLUMNS = `for_orders AS "forOrders", prefix, address_lines AS "addressLines", postal_code AS "postalCode", city, region, timezone, footer,
  has_factur_x AS "hasFacturX", kept_years AS "keptYears"`;

/** Those in force now, or at a moment; null: the host had none. */
export async function readInvoiceSettings(
  tx: Queryable,
  { hostId, at = null }: { hostId: string; at?: Date | null },
): Promise<InvoiceSettings | null> {
  const { rows } = await tx.query<InvoiceSettings>(
    `SELECT ${COLUMNS} FROM invoice_settings
      WHERE host_id = $1 AND since <= coalesce($2::timestamptz, 'infinity') ORDER BY since DESC LIMIT 1`,
    [hostId, at],
  );
  return rows[0] ?? null;
}
