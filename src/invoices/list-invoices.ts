import type { Queryable } from '../db/database.ts';

export type ListedInvoice = {
  id: string;
  number: string;
  kind: 'invoice' | 'credit_note';
  /** A day of the host's time zone. */
  issuedOn: string;
  orderReference: string;
  /** The company, or the buyer in person. */
  buyer: string;
  grossMinor: number;
  taxMinor: number;
  currency: string;
};

/** Both days are within it; null: without an end. */
type Period = { hostId: string; from: string | null; to: string | null };

const PAGE_SIZE = 100;

const IN_PERIOD = `i.host_id = $1 AND i.issued_on >= coalesce($2::date, '-infinity') AND i.issued_on <= coalesce($3::date, 'infinity')`;

/** The newest first. The cursor is the last row's id. */
export async function listInvoices(
  database: Queryable,
  { hostId, from, to, cursor }: Period & { cursor: string | null },
): Promise<{ invoices: ListedInvoice[]; nextCursor: string | null }> {
  const { rows } = await database.query<ListedInvoice>(
    `SELECT i.id, i.number, i.kind, i.issued_on::text AS "issuedOn", i.content ->> 'orderReference' AS "orderReference",
            coalesce(nullif(i.content -> 'buyer' ->> 'company', ''), i.content -> 'buyer' ->> 'name') AS buyer,
            i.gross_minor AS "grossMinor", i.tax_minor AS "taxMinor", i.currency
       FROM invoices AS i
      WHERE ${IN_PERIOD}
        AND ($4::uuid IS NULL OR (i.issued_on, i.issued_at, i.sequence) < (
              SELECT last.issued_on, last.issued_at, last.sequence FROM invoices AS last WHERE last.id = $4 AND last.host_id = $1))
      ORDER BY i.issued_on DESC, i.issued_at DESC, i.sequence DESC LIMIT ${PAGE_SIZE + 1}`,
    [hostId, from, to, cursor],
  );
  const invoices = rows.slice(0, PAGE_SIZE);
  return { invoices, nextCursor: rows.length > PAGE_SIZE ? (invoices.at(-1)?.id ?? null) : null };
}

export type InvoiceSum = {
  currency: string;
  invoices: number;
  invoicedMinor: number;
  invoicedTaxMinor: number;
  creditNotes: number;
  creditedMinor: number;
  creditedTaxMinor: number;
};

/** Without those of the sandbox, which nobody owes anything for. */
export async function sumInvoices(database: Queryable, { hostId, from, to }: Period): Promise<InvoiceSum[]> {
  const { rows } = await database.query<InvoiceSum>(
    `SELECT i.currency, count(*) FILTER (WHERE i.kind = 'invoice') AS invoices,
            coalesce(sum(i.gross_minor) FILTER (WHERE i.kind = 'invoice'), 0)::bigint AS "invoicedMinor",
            coalesce(sum(i.tax_minor) FILTER (WHERE i.kind = 'invoice'), 0)::bigint AS "invoicedTaxMinor",
            count(*) FILTER (WHERE i.kind = 'credit_note') AS "creditNotes",
            coalesce(sum(i.gross_minor) FILTER (WHERE i.kind = 'credit_note'), 0)::bigint AS "creditedMinor",
            coalesce(sum(i.tax_minor) FILTER (WHERE i.kind = 'credit_note'), 0)::bigint AS "creditedTaxMinor"
       FROM invoices AS i WHERE ${IN_PERIOD} AND NOT i.is_sandbox GROUP BY 1 ORDER BY 1`,
    [hostId, from, to],
  );
  return rows;
}
