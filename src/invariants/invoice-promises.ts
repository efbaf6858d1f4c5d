import type { Promised } from './promise.ts';

// A refund that waits for its credit note is no broken promise: a job is on record.
const HAS_JOB = (order: string): string =>
  `EXISTS (SELECT FROM jobs WHERE kind = 'issue_invoices' AND payload ->> 'orderId' = ${order}::text)`;

const SUMS = (content: string): string =>
  `(SELECT sum((line ->> 'grossMinor')::bigint) FROM jsonb_array_elements(${content}) AS line),
   (SELECT sum((line ->> 'taxMinor')::bigint) FROM jsonb_array_elements(${content}) AS line)`;

/** Of the invoices that are on record. */
export const INVOICE_PROMISES: Promised[] = [
  {
    promise: 'invoices are numbered from 1 on, without a gap, in each year of a host',
    sql: `SELECT format('%s of %s', year, host_id) AS where_at,
                 format('%s numbers up to %s, the counter says %s', coalesce(i.count, 0), i.last, c.last_sequence) AS detail
            FROM invoice_counters AS c
            FULL JOIN (SELECT host_id, is_sandbox, year, count(*) AS count, max(sequence) AS last FROM invoices GROUP BY 1, 2, 3) AS i
              USING (host_id, is_sandbox, year)
           WHERE c.last_sequence IS NULL OR i.last > c.last_sequence
              OR (c.forgotten_at IS NULL AND (coalesce(i.count, 0) <> c.last_sequence OR i.last IS DISTINCT FROM c.last_sequence))`,
  },
  {
    promise: 'an invoice with a later number is not earlier, and its number is that of its row',
    sql: `SELECT number AS where_at, format('%s after %s', issued_at, before_at) AS detail
            FROM (SELECT *, lag(issued_at) OVER series AS before_at, lag(issued_on) OVER series AS before_on
                    FROM invoices WINDOW series AS (PARTITION BY host_id, is_sandbox, year ORDER BY sequence)) AS i
           WHERE issued_at < before_at OR issued_on < before_on OR number NOT LIKE '%' || year || '-' || lpad(sequence::text, 6, '0')
              OR content ->> 'number' IS DISTINCT FROM number OR content ->> 'issuedOn' IS DISTINCT FROM issued_on::text`,
  },
  {
    promise: 'the lines of an invoice add up to it, and so do its taxes',
    sql: `SELECT number AS where_at, format('%s with %s of tax', gross_minor, tax_minor) AS detail
            FROM invoices
           WHERE (${SUMS(`content -> 'lines'`)}) IS DISTINCT FROM (gross_minor, tax_minor)
              OR (${SUMS(`content -> 'taxes'`)}) IS DISTINCT FROM (gross_minor, tax_minor)
              OR (content ->> 'grossMinor')::bigint <> gross_minor OR (content ->> 'taxMinor')::bigint <> tax_minor`,
  },
  {
    promise:
      'the first invoice of an order is of all that it cost, with its taxes, and the order was confirmed',
    sql: `SELECT i.number AS where_at, format('%s with %s of tax; the order %s of %s', i.gross_minor, i.tax_minor, o.reference, o.total_minor) AS detail
            FROM invoices AS i JOIN orders AS o ON o.id = i.order_id
           WHERE i.kind = 'invoice' AND i.replaces IS NULL
             AND (i.gross_minor <> o.total_minor OR o.confirmed_at IS NULL OR i.host_id <> o.host_id OR i.currency <> o.currency
                  OR i.tax_minor <> coalesce((SELECT sum(t.tax_minor) FROM order_taxes AS t WHERE t.order_id = o.id), 0))`,
  },
  {
    promise: 'each refund of an invoiced order has its credit note, of what went back',
    sql: `SELECT o.reference AS where_at, format('refund %s of %s, credited %s', r.id, r.amount_minor, note.gross_minor) AS detail
            FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
            LEFT JOIN invoices AS note ON note.refund_id = r.id
           WHERE r.reason = 'host' AND EXISTS (SELECT FROM invoices WHERE order_id = o.id)
             AND CASE WHEN note.id IS NULL THEN NOT ${HAS_JOB('o.id')}
                      ELSE note.gross_minor <> r.amount_minor OR note.order_id <> o.id
                        OR note.tax_minor <> coalesce((SELECT sum(t.tax_minor) FROM refund_taxes AS t WHERE t.refund_id = r.id), 0) END`,
  },
  {
    promise: 'no more of an invoice is credited than it has, and what came in its place is of the rest',
    sql: `SELECT i.number AS where_at, format('%s, credited %s', i.gross_minor, c.gross) AS detail
            FROM invoices AS i
           CROSS JOIN LATERAL (SELECT coalesce(sum(n.gross_minor), 0) AS gross, coalesce(sum(n.tax_minor), 0) AS tax,
                                      sum(n.gross_minor) FILTER (WHERE n.refund_id IS NULL) AS rest,
                                      bool_or(n.order_id <> i.order_id OR n.host_id <> i.host_id) AS is_of_other
                                 FROM invoices AS n WHERE n.corrects = i.id) AS c
            LEFT JOIN invoices AS next ON next.replaces = i.id
           WHERE i.kind = 'invoice'
             AND (c.gross > i.gross_minor OR c.tax > i.tax_minor OR c.is_of_other
                  OR c.rest IS DISTINCT FROM next.gross_minor OR (next.id IS NOT NULL AND c.gross <> i.gross_minor))`,
  },
];
