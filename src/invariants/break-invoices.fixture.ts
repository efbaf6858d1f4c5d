import { COMPANY, invoiceAs } from '../invoices/invoices.fixture.ts';
import { askForInvoice } from '../invoices/ask-for-invoice.ts';
import { issueInvoices } from '../invoices/issue-invoices.ts';
import type { Break } from './break-stock.fixture.ts';
import type { Sale, Sales } from './sale.fixture.ts';

const UNLOCK = 'ALTER TABLE invoices DISABLE TRIGGER USER';

/** The ways in which invoices can contradict each other and what was sold. */
export const invoiceBreaks = ({ on, host, query }: Sales): Break[] => {
  const { database } = on.app;
  let isOn = false;
  /** The invoice of the sale's order, and the credit note for its refund, as it would be; then the deed. */
  const onceIssued =
    (sql: string) =>
    async ({ bought: { orderId } }: Sale): Promise<unknown> => {
      if (!isOn) await invoiceAs(on, host, { forOrders: 'asked' });
      isOn = true;
      await database.transaction((tx) => askForInvoice(tx, { orderId, typed: COMPANY, askedBy: 'member' }));
      await database.transaction((tx) => issueInvoices(tx, orderId));
      await query(`DELETE FROM jobs WHERE kind = 'issue_invoices'`);
      return query(sql, [orderId]);
    };
  const numberOf = (kind: string) => async (sale: Sale) => {
    const { rows } = await database.query<{ number: string }>(
      'SELECT number FROM invoices WHERE order_id = $1 AND kind = $2',
      [sale.bought.orderId, kind],
    );
    return rows[0]?.number;
  };
  const reference = ({ bought }: Sale) => bought.reference;
  return [
    {
      promise: /^invoices are numbered from 1 on/,
      how: 'a number that no invoice has',
      unlock: UNLOCK,
      deed: onceIssued(
        'UPDATE invoice_counters SET last_sequence = last_sequence + 1 WHERE $1::uuid IS NOT NULL',
      ),
      where: () => `${new Date().getUTCFullYear()} of ${host.hostId}`,
    },
    {
      promise: /^an invoice with a later number/,
      how: 'an invoice that is dated before the one with the number before it',
      unlock: UNLOCK,
      deed: onceIssued(
        `UPDATE invoices SET issued_at = issued_at - interval '1 second' WHERE order_id = $1 AND kind = 'credit_note'`,
      ),
      where: numberOf('credit_note'),
    },
    {
      promise: /^the lines of an invoice add up/,
      how: 'an invoice of more than its lines',
      unlock: UNLOCK,
      deed: onceIssued(
        `UPDATE invoices SET gross_minor = gross_minor + 1 WHERE order_id = $1 AND kind = 'credit_note'`,
      ),
      where: numberOf('credit_note'),
    },
    {
      promise: /^the first invoice of an order/,
      how: 'an invoice with less tax than its order',
      unlock: UNLOCK,
      deed: onceIssued(
        `UPDATE invoices SET tax_minor = tax_minor - 1 WHERE order_id = $1 AND kind = 'invoice'`,
      ),
      where: numberOf('invoice'),
    },
    {
      promise: /^each refund of an invoiced order/,
      how: 'a refund that no credit note is for',
      unlock: UNLOCK,
      deed: onceIssued('DELETE FROM invoices WHERE order_id = $1 AND refund_id IS NOT NULL'),
      where: reference,
    },
    {
      promise: /^no more of an invoice is credited/,
      how: 'an invoice of which more was credited than it has',
      unlock: UNLOCK,
      deed: onceIssued(
        `UPDATE invoices SET gross_minor = gross_minor * 4 WHERE order_id = $1 AND kind = 'credit_note'`,
      ),
      where: numberOf('invoice'),
    },
  ];
};
