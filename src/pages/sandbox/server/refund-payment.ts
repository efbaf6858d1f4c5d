import { randomBytes } from 'node:crypto';
import { Type, type Static } from 'typebox';
import type { Database, Queryable } from '../../../db/database.ts';
import { Exactly } from '../../../http/schema.ts';
import type { SandboxRefundAnswer } from '../../../payments/sandbox/sandbox-answers.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';

export const RefundBody = Exactly({
  payment_id: Type.String({ minLength: 1, maxLength: 100, format: 'text' }),
  refund_key: Type.String({ minLength: 1, maxLength: 255, format: 'text' }),
  amount_minor: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
});

export type SandboxRefund = {
  id: string;
  payment_id: string;
  refund_key: string;
  amount_minor: number;
  created_at: Date;
};

/** Gives money back, at once and for good: in a sandbox no bank is slow. */
export async function refundPayment(
  database: Database,
  input: Static<typeof RefundBody>,
): Promise<{ refund: SandboxRefund; isNew: boolean }> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{
      status: string;
      currency: string;
      left_minor: number;
      is_claimed: boolean;
    }>(
      `SELECT status, currency, amount_minor - refunded_minor AS left_minor, dispute_state IN ('open', 'lost') AS is_claimed FROM sandbox_payments WHERE id = $1 FOR UPDATE`,
      [input.payment_id],
    );
    const [payment] = rows;
    if (!payment) throw new SandboxRefusal(404, 'There is no such payment.');
    const known = await findRefund(tx, input);
    if (known) {
      if (known.amount_minor === input.amount_minor) return { refund: known, isNew: false };
      throw new SandboxRefusal(409, 'This refund was made before, with another sum.');
    }
    if (payment.status !== 'paid') throw new SandboxRefusal(422, 'This payment is not paid.');
    if (payment.is_claimed) throw new SandboxRefusal(422, 'The buyer’s bank disputes this payment.');
    if (payment.currency !== input.currency) {
      throw new SandboxRefusal(422, 'This payment is in another currency.');
    }
    if (input.amount_minor > payment.left_minor) {
      throw new SandboxRefusal(422, 'This is more than what is left of the payment.');
    }
    await tx.query('UPDATE sandbox_payments SET refunded_minor = refunded_minor + $2 WHERE id = $1', [
      input.payment_id,
      input.amount_minor,
    ]);
    const { rows: made } = await tx.query<SandboxRefund>(
      `INSERT INTO sandbox_refunds (id, payment_id, refund_key, amount_minor) VALUES ($1, $2, $3, $4) RETURNING *`,
      [
        `ref_${randomBytes(18).toString('base64url')}`,
        input.payment_id,
        input.refund_key,
        input.amount_minor,
      ],
    );
    return { refund: made[0] as SandboxRefund, isNew: true };
  });
}

export async function findRefund(
  db: Queryable,
  by: { id: string } | { payment_id: string; refund_key: string },
): Promise<SandboxRefund | null> {
  const { rows } =
    'id' in by
      ? await db.query<SandboxRefund>('SELECT * FROM sandbox_refunds WHERE id = $1', [by.id])
      : await db.query<SandboxRefund>(
          'SELECT * FROM sandbox_refunds WHERE payment_id = $1 AND refund_key = $2',
          [by.payment_id, by.refund_key],
        );
  return rows[0] ?? null;
}

export function describeRefund(refund: SandboxRefund): SandboxRefundAnswer {
  return {
    id: refund.id,
    payment_id: refund.payment_id,
    status: 'succeeded',
    amount_minor: refund.amount_minor,
    created_at: refund.created_at.toISOString(),
  };
}
