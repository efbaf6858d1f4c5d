import { Pool } from 'undici';
import { errorMessage } from '../../log/error-message.ts';
import {
  GatewayRefused,
  GatewaySilent,
  type Callback,
  type FoundDispute,
  type Gateway,
  type LookedUp,
  type PaymentStart,
  type RefundRequest,
} from '../gateway.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { sandboxApiKey } from './sandbox-api-key.ts';
import { isCallbackSigned, SIGNATURE_HEADER } from './sandbox-callback-signature.ts';
import type { SandboxPaymentAnswer, SandboxRefundAnswer } from './sandbox-answers.ts';

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 64;
// The sandbox's limit.
const DESCRIPTION_MAX_CHARS = 500;

type Started = { id: string; reference: string; checkout_url: string };
type Answer<Body> = { status: number; body: Body };

/** The meaning of each sandbox state for us. Only a new attempt turns `declined` and `left` into `paid`. */
const STATE: Record<SandboxPaymentAnswer['status'], LookedUp['state']> = {
  open: 'open',
  processing: 'under_way',
  paid: 'paid',
  declined: 'closed',
  left: 'closed',
  closed: 'closed',
  expired: 'closed',
};

/** The adapter to the payment sandbox, which it reaches the way it would reach any gateway: over HTTP. */
export function createSandboxGateway(options: {
  /** The address of the sandbox's server, without a path. Asked for when it is first needed: the port may not be known before. */
  url: () => string;
  secretKeys: SecretKeys;
}): Gateway {
  const { current, accepted } = options.secretKeys;
  const key = sandboxApiKey(current);
  // While keys are changed, another process may sign with another.
  const signers = accepted.map(sandboxApiKey);
  let pool: Pool | null = null;

  const ask = async <Body>(
    method: 'GET' | 'POST',
    path: string,
    body: object | null = null,
  ): Promise<Answer<Body>> => {
    pool ??= new Pool(options.url(), { connections: CONNECTIONS, maxResponseSize: 64 * 1024 });
    try {
      const response = await pool.request({
        method,
        path: `/sandbox/v1${path}`,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.statusCode, body: (await response.body.json()) as Body };
    } catch (error) {
      throw new GatewaySilent(`the sandbox did not answer: ${errorMessage(error)}`, { cause: error });
    }
  };

  return {
    isFramable: true,

    async start(payment) {
      const answer = await ask<Started>('POST', '/payments', toStartBody(payment, options.url()));
      return { checkoutUrl: done(answer).checkout_url, sessionId: null };
    },

    async lookUp({ reference }) {
      const answer = await ask<SandboxPaymentAnswer>('GET', `/payments/${encodeURIComponent(reference)}`);
      if (answer.status === 404) return { state: 'unknown', taken: [] };
      return toLookedUp(done(answer));
    },

    async close({ reference }) {
      const answer = await ask<SandboxPaymentAnswer>(
        'POST',
        `/payments/${encodeURIComponent(reference)}/close`,
      );
      if (answer.status !== 404) done(answer);
    },

    async refund(refund) {
      const answer = refund.gatewayRefundId
        ? await ask<SandboxRefundAnswer>('GET', `/refunds/${encodeURIComponent(refund.gatewayRefundId)}`)
        : await ask<SandboxRefundAnswer>('POST', '/refunds', toRefundBody(refund));
      return { state: 'succeeded', gatewayRefundId: done(answer).id, note: null };
    },

    async findDisputes({ reference }) {
      const answer = await ask<SandboxPaymentAnswer>('GET', `/payments/${encodeURIComponent(reference)}`);
      return answer.status === 404 ? [] : toDisputes(done(answer));
    },

    // Its key is our own.
    check: () => Promise.resolve('good'),

    readCallback({ headers, body }) {
      const signature = headers[SIGNATURE_HEADER];
      if (!signers.some((signer) => isCallbackSigned(signer, { body, signature }))) return null;
      return namesInCallback(body);
    },
  };
}

/** The names in a callback that nobody has verified. */
export function namesInCallback(body: Buffer): Callback {
  try {
    const callback = JSON.parse(body.toString()) as {
      event?: unknown;
      data?: { reference?: unknown };
    } | null;
    const reference = callback?.data?.reference;
    const isOfDispute = callback?.event === 'payment.disputed';
    return {
      reference: typeof reference === 'string' ? reference : null,
      ...(isOfDispute && { isOfDispute }),
    };
  } catch {
    return { reference: null };
  }
}

function done<Body>({ status, body }: Answer<Body>): Body {
  if (status >= 200 && status <= 299) return body;
  const said = (body as { error?: unknown } | null)?.error;
  if (status >= 400 && status <= 499 && typeof said === 'string') {
    throw new GatewayRefused('the sandbox refused', said);
  }
  throw new GatewaySilent(`the sandbox answered ${status}`);
}

const toStartBody = (payment: PaymentStart, url: string) => ({
  reference: payment.reference,
  amount_minor: payment.amountMinor,
  currency: payment.currency,
  email: payment.email,
  name: `${payment.firstName} ${payment.lastName}`,
  description: payment.description.slice(0, DESCRIPTION_MAX_CHARS).toWellFormed(),
  return_url: payment.returnUrl,
  callback_url: `${url}/payments/sandbox/callback`,
  pay_by: payment.payBy.toISOString(),
});

// With the same key, every try makes the same refund: none has to be looked for.
const toRefundBody = (refund: RefundRequest) => ({
  payment_id: refund.gatewayPaymentId,
  refund_key: refund.refundId,
  amount_minor: refund.amountMinor,
  currency: refund.currency,
});

function toLookedUp(payment: SandboxPaymentAnswer): LookedUp {
  const taken =
    payment.status === 'paid' && payment.paid_at
      ? [
          {
            gatewayPaymentId: payment.id,
            amountMinor: payment.amount_minor,
            currency: payment.currency,
            paidAt: new Date(payment.paid_at),
            method: null,
          },
        ]
      : [];
  return { state: STATE[payment.status], taken };
}

function toDisputes({
  id,
  amount_minor: amountMinor,
  currency,
  dispute,
}: SandboxPaymentAnswer): FoundDispute[] {
  if (!dispute) return [];
  return [
    {
      gatewayDisputeId: `dispute_${id}`,
      amountMinor,
      currency,
      reason: 'fraudulent',
      state: dispute.state,
      isRefundable: false,
      dueAt: new Date(dispute.due_at),
      openedAt: new Date(dispute.opened_at),
      endedAt: dispute.ended_at === null ? null : new Date(dispute.ended_at),
    },
  ];
}
