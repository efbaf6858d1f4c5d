import assert from 'node:assert/strict';
import { callFunction } from '../db/call-function.ts';
import type { Transaction } from '../db/database.ts';
import { readInvoiceFacts, type InvoiceFacts } from './invoice-facts.ts';
import type { Invoice } from './invoice.ts';
import { planInvoices, type PlannedInvoice } from './plan-invoices.ts';

/**
 * Issues what an order is to have and has not yet. Its lock keeps others from doing the same; the numbers are taken at the end, so that their counter
 * is locked for no longer than they are written. If anything goes wrong, numbers and invoices are gone together.
 */
export async function issueInvoices(tx: Transaction, orderId: string): Promise<Invoice[]> {
  await tx.query('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
  const facts = await readInvoiceFacts(tx, orderId);
  if (!facts) return [];
  const planned = planInvoices(facts);
  if (planned.length === 0) return [];
  const numbered = await number(tx, facts, planned);
  for (const [nr, one] of numbered.entries()) {
    const plan = planned[nr];
    assert(plan, 'each plan has its number');
    await insert(tx, { orderId, facts, plan, ...one });
  }
  return numbered.map(({ invoice }) => invoice);
}

async function insert(
  tx: Transaction,
  {
    orderId,
    facts,
    plan,
    invoice,
    sequence,
    year,
  }: Numbered & { orderId: string; facts: InvoiceFacts; plan: PlannedInvoice },
): Promise<void> {
  await tx.query(
    `INSERT INTO invoices (id, host_id, order_id, kind, is_sandbox, year, sequence, number, issued_at, issued_on, currency, gross_minor,
                           tax_minor, request_version, replaces, corrects, refund_id, content)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      invoice.id,
      facts.event.host.id,
      orderId,
      invoice.kind,
      facts.isSandbox,
      year,
      sequence,
      invoice.number,
      invoice.issuedAt,
      invoice.issuedOn,
      invoice.currency,
      invoice.grossMinor,
      invoice.taxMinor,
      plan.requestVersion,
      plan.replaces,
      plan.corrects,
      plan.refundId,
      JSON.stringify(invoice),
    ],
  );
}

type Numbered = { invoice: Invoice; year: number; sequence: number };

type Taken = { year: number; first_sequence: number; issued_at: Date; issued_on: string };

async function number(
  tx: Transaction,
  { event, isSandbox, settings, issued }: InvoiceFacts,
  planned: readonly PlannedInvoice[],
): Promise<Numbered[]> {
  const { text, values } = callFunction('take_invoice_numbers', {
    of_host: event.host.id,
    of_sandbox: String(isSandbox),
    zone: settings.timezone,
    how_many: planned.length,
  });
  const { rows } = await tx.query<Taken>(
    `SELECT year, first_sequence, issued_at, issued_on::text FROM (${text}) AS taken`,
    values,
  );
  const [taken] = rows;
  assert(taken, 'numbers are given');
  const { year, first_sequence, issued_at: issuedAt, issued_on: issuedOn } = taken;
  const earlier = new Map(issued.map(({ invoice }) => [invoice.id, invoice]));
  return planned.map(({ content, corrects }, nr) => {
    const sequence = first_sequence + nr;
    const corrected = corrects === null ? null : earlier.get(corrects);
    assert(corrected !== undefined, 'a credit note is of an earlier invoice');
    const invoice: Invoice = {
      ...content,
      number: writeNumber({ isSandbox, prefix: settings.prefix, year, sequence }),
      issuedAt,
      issuedOn,
      corrects: corrected && { number: corrected.number, issuedOn: corrected.issuedOn },
    };
    earlier.set(invoice.id, invoice);
    return { invoice, year, sequence };
  });
}

/** Everybody who reads it tells a sale in the sandbox apart. */
const writeNumber = (of: { isSandbox: boolean; prefix: string; year: number; sequence: number }): string =>
  `${of.isSandbox ? 'SANDBOX-' : ''}${of.prefix}${of.year}-${String(of.sequence).padStart(6, '0')}`;
