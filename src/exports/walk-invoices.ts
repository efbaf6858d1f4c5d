import type { Queryable } from '../db/database.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { toInvoice, type StoredInvoice } from '../invoices/read-issued.ts';
import { walkPages } from './walk-pages.ts';

/** Both days are within it; null: without an end. */
export type InvoicePeriod = { from: string | null; to: string | null };

type Row = { id: string; issuedOn: string; issuedAt: Date; sequence: number; content: StoredInvoice };

// Each may have a hundred lines.
const INVOICES_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A host's invoices and credit notes by the day, the first issued first. Without those of the sandbox, which are nothing to an accountant. */
export async function* walkInvoices(
  database: Queryable,
  { hostId, asOf }: { hostId: string; asOf: Date },
  { from, to }: InvoicePeriod,
): AsyncGenerator<Invoice, void, undefined> {
  const pages = walkPages<Row>(INVOICES_AT_ONCE, async (last, limit) => {
    const { rows } = await database.query<Row>(
      `SELECT id, issued_on::text AS "issuedOn", issued_at AS "issuedAt", sequence, content FROM invoices
        WHERE host_id = $1 AND NOT is_sandbox AND issued_at <= $2
          AND issued_on >= coalesce($3::date, '-infinity') AND issued_on <= coalesce($4::date, 'infinity')
          AND (issued_on, issued_at, sequence, id) > ($5, $6, $7, $8)
        ORDER BY issued_on, issued_at, sequence, id LIMIT $9`,
      [
        hostId,
        asOf,
        from,
        to,
        last?.issuedOn ?? '-infinity',
        last?.issuedAt ?? '-infinity',
        last?.sequence ?? 0,
        last?.id ?? FIRST_ID,
        limit,
      ],
    );
    return rows;
  });
  for await (const rows of pages) for (const { content } of rows) yield toInvoice(content);
}
