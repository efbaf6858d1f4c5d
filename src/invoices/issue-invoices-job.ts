import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { issueInvoices } from './issue-invoices.ts';

/**
 * Issues the invoices and credit notes of an order that was confirmed, refunded, or whose buyer has asked. A job for each, written in the transaction
 * that causes it (ask_for_invoices), so no buyer waits for the counter of the numbers. One order that can't be invoiced keeps no other.
 */
export const issueInvoicesJob = (database: Database): JobKind<{ orderId: string }> => ({
  kind: 'issue_invoices',
  retryDelaysMs: [1_000, 10_000, 60_000, 600_000, 3_600_000],
  leaseMs: 15_000,
  // More would wait for the counter of one host.
  concurrency: 2,
  async run({ orderId }) {
    await database.transaction((tx) => issueInvoices(tx, orderId));
  },
});
