import type { Queryable } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { readOrder, type OrderOfEvent } from '../tickets/read-order.ts';
import { translateOrder } from '../tickets/translate-order.ts';
import { readInvoiceRequest, type InvoiceRequest } from './invoice-request.ts';
import type { InvoiceRate } from './invoice.ts';
import { readIssued, type IssuedInvoice } from './read-issued.ts';
import { readInvoiceSettings, type InvoiceSettings } from './settings/read-invoice-settings.ts';

/** An amount at one rate. */
export type RatedAmount = { rate: InvoiceRate; grossMinor: number; taxMinor: number };

/** A part of an order with its tax: an item of its quote, from 1, or the item's fees. */
export type OrderPart = RatedAmount & { item: number; isFee: boolean };

/** A refund of what was sold. */
export type InvoicedRefund = { id: string; amountMinor: number; parts: RatedAmount[] };

/** All that decides which invoices an order is to have. */
export type InvoiceFacts = Pick<OrderOfEvent, 'order' | 'event'> & {
  isSandbox: boolean;
  /** ISO 3166, of the host. */
  sellerCountryCode: string;
  /** When the order was confirmed. */
  settingsThen: InvoiceSettings | null;
  settings: InvoiceSettings;
  request: InvoiceRequest | null;
  /** Empty: the order has no tax. */
  taxedParts: OrderPart[];
  /** Oldest first. */
  refunds: InvoicedRefund[];
  /** In the order of their numbers. */
  issued: IssuedInvoice[];
};

/**
 * The facts of an order that was confirmed and has cost anything; null: of another one, of one whose invoices are forgotten, or of a host that never
 * had any.
 */
export async function readInvoiceFacts(tx: Queryable, orderId: string): Promise<InvoiceFacts | null> {
  const found = await readOrder(tx, orderId);
  if (!found) return null;
  const { order, event } = await translateOrder(tx, { ...found, tickets: [] }, found.order.language);
  if (order.confirmedAt === null || order.totalMinor === 0 || order.source === 'complimentary') return null;
  const hostId = event.host.id;
  const settings = await readInvoiceSettings(tx, { hostId });
  if (!settings) return null;
  const { rows } = await tx.query<{ gateway: string | null; country: Country; isPastTerm: boolean }>(
    `SELECT o.gateway, h.country, extract(year FROM o.confirmed_at) + $2 < extract(year FROM now()) AS "isPastTerm"
       FROM orders AS o JOIN hosts AS h ON h.id = o.host_id WHERE o.id = $1`,
    [orderId, settings.keptYears],
  );
  const issued = await readIssued(tx, orderId);
  if (rows[0]?.isPastTerm && issued.length === 0) return null;
  return {
    order,
    event,
    isSandbox: rows[0]?.gateway === 'sandbox',
    sellerCountryCode: rows[0] ? COUNTRIES[rows[0].country].region : '',
    settingsThen: await readInvoiceSettings(tx, { hostId, at: order.confirmedAt }),
    settings,
    request: await readInvoiceRequest(tx, orderId),
    taxedParts: await readParts(tx, orderId),
    refunds: await readRefunds(tx, orderId),
    issued,
  };
}

async function readParts(tx: Queryable, orderId: string): Promise<OrderPart[]> {
  const { rows } = await tx.query<OrderPart>(
    `SELECT item, is_fee AS "isFee", json_build_object('name', name, 'kind', kind, 'basisPoints', basis_points) AS rate,
            amount_minor AS "grossMinor", tax_minor AS "taxMinor"
       FROM order_taxes WHERE order_id = $1 ORDER BY item, is_fee`,
    [orderId],
  );
  return rows;
}

/** Money that came late, twice or in another sum was never sales. */
async function readRefunds(tx: Queryable, orderId: string): Promise<InvoicedRefund[]> {
  const { rows } = await tx.query<InvoicedRefund>(
    `SELECT r.id, r.amount_minor AS "amountMinor", coalesce((
              SELECT json_agg(json_build_object(
                       'rate', json_build_object('name', t.name, 'kind', t.kind, 'basisPoints', t.basis_points),
                       'grossMinor', t.amount_minor, 'taxMinor', t.tax_minor) ORDER BY t.basis_points DESC, t.name, t.kind)
                FROM refund_taxes AS t WHERE t.refund_id = r.id), '[]') AS parts
       FROM refunds AS r WHERE r.order_id = $1 AND r.reason = 'host' ORDER BY r.created_at, r.id`,
    [orderId],
  );
  return rows;
}
