import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { INVOICE_FIELD_NAMES, type InvoiceDraft } from '../rules/invoices.ts';
import { askForInvoice } from './ask-for-invoice.ts';

/** A member of the host changes what is on the invoice of an order, also when the buyer may no more. Nothing new is no change. */
export async function correctInvoice(
  tx: Transaction,
  input: { orderId: string; reference: string; hostId: string; actor: Actor; typed: InvoiceDraft },
): Promise<void> {
  const { orderId, reference, hostId, actor, typed } = input;
  const done = await askForInvoice(tx, { orderId, typed, askedBy: 'member' });
  if (done.outcome === 'wrong') {
    const wrong = INVOICE_FIELD_NAMES.find((field) => field in done.problems);
    throw invalidField(
      wrong ?? 'company',
      done.problems[wrong ?? 'company'] === 'required' ? 'is required.' : 'is not right for this country.',
    );
  }
  if (done.outcome === 'no_invoice')
    throw new Refusal(
      'wrong_state',
      'There is no invoice for this order: nothing was charged, all of it went back, or the buyer’s data were erased.',
    );
  if (done.outcome === 'ask_host')
    throw new Refusal('wrong_state', 'The invoice of this order was changed too often.');
  await recordChange(tx, {
    hostId,
    actor,
    action: 'order.correct_invoice',
    subject: { id: orderId, name: reference },
  });
}
