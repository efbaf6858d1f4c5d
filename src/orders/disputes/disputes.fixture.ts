import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../../test/harness/test-app.ts';
import type { FoundDispute } from '../../payments/gateway.ts';
import { recordDisputes } from './record-disputes.ts';

/** An order that was paid for in the sandbox is disputed, as if it had been paid with an account at Paystack. */
export async function disputeOrder(
  { app: { database } }: Pick<TestApp, 'app'>,
  orderId: string,
  given: Partial<FoundDispute> = {},
): Promise<void> {
  const accountId = randomUUID();
  await database.query(
    `INSERT INTO payment_accounts (id, host_id, gateway, currency, credentials_ciphertext, disabled_at)
     SELECT $1, host_id, 'paystack', currency, '', now() FROM orders WHERE id = $2`,
    [accountId, orderId],
  );
  await database.query(
    `UPDATE orders SET payment_account_id = $1, gateway = 'paystack', next_look_up_at = NULL WHERE id = $2`,
    [accountId, orderId],
  );
  const { rows } = await database.query<{ id: string; amountMinor: number; currency: string; asOf: string }>(
    `UPDATE payments SET gateway = 'paystack' WHERE order_id = $1
     RETURNING id, amount_minor AS "amountMinor", currency, clock_timestamp()::text AS "asOf"`,
    [orderId],
  );
  for (const { id: paymentId, asOf, amountMinor, currency } of rows) {
    const found: FoundDispute = {
      gatewayDisputeId: randomUUID(),
      amountMinor,
      currency,
      reason: 'chargeback',
      state: 'open',
      isRefundable: false,
      dueAt: null,
      openedAt: new Date(),
      endedAt: null,
      ...given,
    };
    await database.transaction((tx) => recordDisputes(tx, { orderId, paymentId, asOf, found: [found] }));
  }
}
