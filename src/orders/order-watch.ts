/** Hears what becomes of orders and refunds that no caller waits for, for whoever counts them. */
export type OrderWatch = {
  onExpired(): void;
  onRefund(outcome: RefundOutcome): void;
};

export type RefundOutcome = 'paid_back' | 'refused';
