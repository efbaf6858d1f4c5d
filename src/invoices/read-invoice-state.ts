import type { Queryable } from '../db/database.ts';
import { ERASED_EMAIL } from '../rules/erased-person.ts';
import { BUYERS_CORRECT_DAYS, BUYERS_CORRECT_TIMES, type InvoicedOrders } from '../rules/invoices.ts';

/** How an order stands with invoices. */
export type InvoiceState = {
  isConfirmed: boolean;
  mayAsk: 'yes' | 'ask_host' | 'no_invoice';
  /** A job is about to issue something. */
  isUnderWay: boolean;
  /** The buyer's name or e-mail was changed since the invoice in force was issued. */
  namesAnother: boolean;
  /** How often the invoice was replaced. */
  corrections: number;
  /** Invoices are kept so long after their year. */
  keptYears: number;
  /** Oldest first. */
  issued: { id: string; number: string; kind: 'invoice' | 'credit_note'; isInForce: boolean }[];
};

type Row = Pick<InvoiceState, 'isConfirmed' | 'keptYears' | 'issued' | 'namesAnother'> & {
  forOrders: InvoicedOrders;
  /** When it was confirmed. */
  forOrdersThen: InvoicedOrders | null;
  hasCharged: boolean;
  isWholeBack: boolean;
  /** An invoice would be made out to nobody. */
  isErased: boolean;
  /** By now all that was issued is forgotten, if anything was. */
  isPastTerm: boolean;
  isTooLate: boolean;
  requestVersion: number;
  /** Of the newest invoice. */
  issuedVersion: number;
};

/** Null: its host never had invoices, or there is no such order. */
export async function readInvoiceState(tx: Queryable, orderId: string): Promise<InvoiceState | null> {
  const { rows } = await tx.query<Row>(
    `SELECT o.confirmed_at IS NOT NULL AS "isConfirmed", s.for_orders AS "forOrders", s.kept_years AS "keptYears",
            (SELECT old.for_orders FROM invoice_settings AS old WHERE old.host_id = o.host_id AND old.since <= o.confirmed_at
              ORDER BY old.since DESC LIMIT 1) AS "forOrdersThen",
            o.total_minor > 0 AND o.source <> 'complimentary' AND o.status NOT IN ('failed', 'expired', 'cancelled') AS "hasCharged",
            o.total_minor <= coalesce((SELECT sum(amount_minor) FROM refunds WHERE order_id = o.id AND reason = 'host'), 0) AS "isWholeBack",
            o.email = $2 AS "isErased",
            coalesce(extract(year FROM o.confirmed_at) + s.kept_years < extract(year FROM now()), false) AS "isPastTerm",
            coalesce(o.confirmed_at, now()) < now() - interval '${BUYERS_CORRECT_DAYS} days' AS "isTooLate",
            coalesce((SELECT version FROM invoice_requests WHERE order_id = o.id), 0) AS "requestVersion",
            coalesce((SELECT max(request_version) FROM invoices WHERE order_id = o.id AND kind = 'invoice'), 0) AS "issuedVersion",
            EXISTS (SELECT FROM invoices AS i
                     WHERE i.order_id = o.id AND i.kind = 'invoice' AND NOT EXISTS (SELECT FROM invoices AS n WHERE n.replaces = i.id)
                       AND (i.content -> 'buyer' ->> 'name', i.content -> 'buyer' ->> 'email')
                           <> (o.first_name || ' ' || o.last_name, o.email)) AS "namesAnother",
            coalesce((SELECT json_agg(json_build_object('id', i.id, 'number', i.number, 'kind', i.kind,
                               'isInForce', i.kind = 'invoice' AND NOT EXISTS (SELECT FROM invoices AS n WHERE n.replaces = i.id))
                        ORDER BY i.issued_at, i.year, i.sequence)
                        FROM invoices AS i WHERE i.order_id = o.id), '[]') AS issued
       FROM orders AS o
      CROSS JOIN LATERAL (SELECT * FROM invoice_settings WHERE host_id = o.host_id ORDER BY since DESC LIMIT 1) AS s
      WHERE o.id = $1`,
    [orderId, ERASED_EMAIL],
  );
  const [row] = rows;
  if (!row) return null;
  const { isConfirmed, keptYears, issued, namesAnother } = row;
  return {
    isConfirmed,
    keptYears,
    issued,
    namesAnother,
    mayAsk: mayAsk(row),
    isUnderWay: isConfirmed && row.hasCharged && isUnderWay(row),
    corrections: Math.max(0, invoicesIn(issued) - 1),
  };
}

const invoicesIn = (issued: InvoiceState['issued']): number =>
  issued.filter(({ kind }) => kind === 'invoice').length;

function isUnderWay({
  issued,
  forOrders,
  forOrdersThen,
  requestVersion,
  issuedVersion,
  isWholeBack,
  isPastTerm,
}: Row): boolean {
  if (issued.length > 0) return requestVersion > issuedVersion && !isWholeBack;
  if (isPastTerm) return false;
  return forOrdersThen === 'all' || (requestVersion > 0 && forOrders !== 'none' && !isWholeBack);
}

function mayAsk({
  issued,
  hasCharged,
  isWholeBack,
  isErased,
  isPastTerm,
  forOrders,
  isTooLate,
}: Row): InvoiceState['mayAsk'] {
  const isOver = issued.length === 0 && (forOrders === 'none' || isPastTerm);
  if (!hasCharged || isWholeBack || isErased || isOver) return 'no_invoice';
  // To ask for the first time is no correction.
  const isLimited = issued.length > 0 && (isTooLate || invoicesIn(issued) > BUYERS_CORRECT_TIMES);
  return isLimited ? 'ask_host' : 'yes';
}
