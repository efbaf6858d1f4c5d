import type { Queryable } from '../../../db/database.ts';
import type {
  SandboxDisputeAnswer,
  SandboxPaymentAnswer,
} from '../../../payments/sandbox/sandbox-answers.ts';

export type SandboxPayment = {
  id: string;
  reference: string;
  amount_minor: number;
  currency: string;
  email: string;
  name: string;
  description: string;
  return_url: string;
  callback_url: string;
  pay_by: Date;
  /** `expired` is not written down: it is what an unpaid payment is once its time is over. */
  status: SandboxPaymentAnswer['status'];
  paid_at: Date | null;
  seconds_left: number;
  dispute_state: 'open' | 'won' | 'lost' | null;
  disputed_at: Date | null;
  dispute_ended_at: Date | null;
};

// As long as a bank gives, roughly.
const TIME_TO_ANSWER_MS = 7 * 86_400_000;

const COLUMNS = `id, reference, amount_minor, currency, email, name, description, return_url, callback_url, pay_by, paid_at, dispute_state, disputed_at, dispute_ended_at,
  CASE WHEN status IN ('open', 'declined', 'left') AND pay_by <= clock_timestamp() THEN 'expired' ELSE status END AS status,
  greatest(0, ceil(extract(epoch FROM pay_by - clock_timestamp())))::integer AS seconds_left`;

export async function findPayment(
  db: Queryable,
  by: { id: string } | { reference: string },
): Promise<SandboxPayment | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['reference', by.reference];
  const { rows } = await db.query<SandboxPayment>(
    `SELECT ${COLUMNS} FROM sandbox_payments WHERE ${column} = $1`,
    [value],
  );
  return rows[0] ?? null;
}

/** The buyer goes there when there is nothing more to do here. */
export function backToShop(payment: SandboxPayment): string {
  const url = new URL(payment.return_url);
  url.searchParams.set('reference', payment.reference);
  return url.href;
}

/** As the API and the callbacks tell it. */
export function describePayment(payment: SandboxPayment): SandboxPaymentAnswer {
  return {
    id: payment.id,
    reference: payment.reference,
    status: payment.status,
    amount_minor: payment.amount_minor,
    currency: payment.currency,
    paid_at: payment.paid_at?.toISOString() ?? null,
    dispute: describeDispute(payment),
  };
}

function describeDispute({
  dispute_state: state,
  disputed_at: openedAt,
  dispute_ended_at: endedAt,
}: SandboxPayment): SandboxDisputeAnswer | null {
  if (state === null || openedAt === null) return null;
  return {
    state,
    opened_at: openedAt.toISOString(),
    due_at: new Date(openedAt.getTime() + TIME_TO_ANSWER_MS).toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}
