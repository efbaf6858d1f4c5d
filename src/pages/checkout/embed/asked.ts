import { signal } from '@preact/signals';
import type { InvoiceDraft } from '../../../rules/invoices.ts';
import type { PageData } from './server/page-data-schema.ts';
import type { Checkout } from './checkout-state.ts';

/** The text in the questions' fields, as typed, by the question's id. */
export type Answers = Record<string, string>;

/**
 * The host's questions. Answers about a ticket are with its recipient (`Recipient`), and so stay with its seat. Most hosts ask nothing:
 * the code for it comes when it is needed.
 */
export const createAsked = (data: PageData) => ({
  questions: signal(data.questions),
  asking: signal<typeof import('./asking.tsx') | null>(null),
  orderAnswers: signal<Answers>({}),
  /** By the field's name. */
  answerErrors: signal<Record<string, string>>({}),
  wantsNewsletter: signal(false),
  wantsCartMail: signal(false),
  /** Null: no invoice is wanted. */
  invoiceDraft: signal<InvoiceDraft | null>(null),
});

const isAsked = ({ questions, data }: Checkout): boolean =>
  questions.value.length > 0 || data.newsletter !== null || data.cartMail !== null || data.invoices !== null;

/** Without a network it is tried again with the order; the server has the last word on what must be answered. */
export async function loadAsking(checkout: Checkout): Promise<void> {
  if (!isAsked(checkout) || checkout.asking.value) return;
  checkout.asking.value = await import('./asking.tsx').catch(() => null);
}
