import type { Queryable } from '../db/database.ts';
import type { TransferInstructions } from '../rules/bank-transfer.ts';

/** How to pay an order that waits for a bank transfer; null for any other. The account is that of now. */
export async function readTransferInstructions(
  tx: Queryable,
  orderId: string,
): Promise<TransferInstructions | null> {
  const { rows } = await tx.query<Omit<TransferInstructions, 'payBy'> & { payBy: Date }>(
    `SELECT o.total_minor AS "amountMinor", o.currency, o.reference, o.pay_by AS "payBy", s.account_holder AS "accountHolder",
            s.bank_name AS "bankName", s.account_number AS "accountNumber", s.branch_code AS "branchCode", s.bic
       FROM orders AS o JOIN bank_transfer_settings AS s ON s.host_id = o.host_id
      WHERE o.id = $1 AND o.gateway = 'bank_transfer' AND o.status = 'pending_payment'`,
    [orderId],
  );
  const [row] = rows;
  return row ? { ...row, payBy: row.payBy.toISOString() } : null;
}
