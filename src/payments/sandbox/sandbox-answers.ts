/** A payment as the sandbox tells it, in its API and in its callbacks. */
export type SandboxPaymentAnswer = {
  id: string;
  reference: string;
  status: 'open' | 'processing' | 'paid' | 'declined' | 'left' | 'closed' | 'expired';
  amount_minor: number;
  currency: string;
  paid_at: string | null;
  dispute: SandboxDisputeAnswer | null;
};

/** Of all of a payment, and one at most. */
export type SandboxDisputeAnswer = {
  state: 'open' | 'won' | 'lost';
  opened_at: string;
  due_at: string;
  ended_at: string | null;
};

/** A refund as the sandbox's API tells it. */
export type SandboxRefundAnswer = {
  id: string;
  payment_id: string;
  status: 'succeeded';
  amount_minor: number;
  created_at: string;
};
