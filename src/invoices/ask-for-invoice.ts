import type { Transaction } from '../db/database.ts';
import { lockOrder } from '../orders/lock-order.ts';
import {
  hasProblems,
  INVOICE_FIELD_NAMES,
  MEMBERS_CORRECT_TIMES,
  type InvoiceDraft,
  type InvoiceProblems,
} from '../rules/invoices.ts';
import { checkRequest } from './check-request.ts';
import { readInvoiceRequest, writeInvoiceRequest } from './invoice-request.ts';
import { readInvoiceState } from './read-invoice-state.ts';

export type AskedForInvoice =
  | { outcome: 'asked' | 'unchanged' }
  /** There is none to be had: the host sends none, nothing was charged, all of it went back, or the buyer was erased. */
  | { outcome: 'no_invoice' }
  /** Too late or too often for the buyer: the host may still. */
  | { outcome: 'ask_host' }
  | { outcome: 'wrong'; problems: InvoiceProblems };

/**
 * Takes what is wanted on the invoice of an order. Before it is issued that goes on it; afterwards a credit note takes the first one back, and
 * another one comes in its place. Of an order that is not paid yet it is kept until it is.
 */
export async function askForInvoice(
  tx: Transaction,
  { orderId, typed, askedBy }: { orderId: string; typed: InvoiceDraft; askedBy: 'buyer' | 'member' },
): Promise<AskedForInvoice> {
  const { draft, problems } = checkRequest(typed);
  if (hasProblems(problems)) return { outcome: 'wrong', problems };
  // The confirmation of the order waits, and then finds the request; or it is done, and seen here.
  await lockOrder(tx, orderId);
  const state = await readInvoiceState(tx, orderId);
  if (!state || state.mayAsk === 'no_invoice') return { outcome: 'no_invoice' };
  const before = await readInvoiceRequest(tx, orderId);
  const isSame = before !== null && INVOICE_FIELD_NAMES.every((field) => before[field] === draft[field]);
  // The same words in another name are a correction too, once.
  if (isSame && (!state.namesAnother || state.isUnderWay)) return { outcome: 'unchanged' };
  if (askedBy === 'buyer' ? state.mayAsk !== 'yes' : state.corrections >= MEMBERS_CORRECT_TIMES)
    return { outcome: 'ask_host' };
  await writeInvoiceRequest(tx, { orderId, draft, waitsForOrder: false });
  if (state.isConfirmed) await tx.query('SELECT ask_for_invoices(ARRAY[$1::uuid])', [orderId]);
  return { outcome: 'asked' };
}
