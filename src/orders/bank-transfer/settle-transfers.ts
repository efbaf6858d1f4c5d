import { plainArray, textArray } from '../../db/array-literal.ts';
import { callFunction } from '../../db/call-function.ts';
import type { Transaction } from '../../db/database.ts';
import type { SettleResult } from '../order-engine.ts';

export type SeenTransfer = {
  orderId: string;
  /** Knows the money again: one of an order with the same name is settled once. */
  paymentName: string;
  amountMinor: number;
  currency: string;
  /** Null, or to come: now, by the database's clock. */
  paidAt: Date | null;
  cause: string;
};

/** Settles transfers in the member's own transaction, so that the money, the order and the audit log agree. In the order given. */
export async function settleTransfers(
  tx: Transaction,
  transfers: readonly SeenTransfer[],
): Promise<SettleResult[]> {
  if (transfers.length === 0) return [];
  // A day that is still to come was misread: 3/4 may be either.
  const nowMs = Date.now();
  const dayOf = ({ paidAt }: SeenTransfer): string =>
    paidAt === null || paidAt.getTime() > nowMs ? 'now' : paidAt.toISOString();
  const { text, values } = callFunction('settle_payments', {
    order_ids: plainArray(transfers.map(({ orderId }) => orderId)),
    gateway_payment_ids: textArray(transfers.map(({ paymentName }) => paymentName)),
    amounts: plainArray(transfers.map(({ amountMinor }) => amountMinor)),
    currencies: textArray(transfers.map(({ currency }) => currency)),
    paid_ats: textArray(transfers.map(dayOf)),
    causes: textArray(transfers.map(({ cause }) => cause)),
    methods: plainArray(transfers.map(() => 'bank_transfer')),
  });
  const { rows } = await tx.query<{ outcome: SettleResult }>(text, values);
  return rows.map(({ outcome }) => outcome);
}
