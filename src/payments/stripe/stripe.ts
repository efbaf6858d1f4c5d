import { textAt } from '../exact-json.ts';
import { judgeKey, onceMoreIfSilent, type GatewayOptions } from '../gateway-http.ts';
import { cancelledUrl, GatewayRefused, GatewaySilent, type Gateway, type PaymentStart } from '../gateway.ts';
import { toStripeUnits } from './stripe-units.ts';
import { signatureIn } from '../read-callback.ts';
import { isSignedByStripe, namesInCallback } from './stripe-callback.ts';
import { createStripeCalls, nonsense, type Form, type StripeCredentials } from './stripe-calls.ts';
import { findStripeDisputes, listStripeDisputed } from './stripe-disputes.ts';
import { refundByStripe } from './stripe-refund.ts';
import {
  expireSession,
  findClientSecret,
  joinSessions,
  lookUpSessions,
  scriptSessionIn,
  splitSessions,
} from './stripe-sessions.ts';

const A_MINUTE_MS = 60_000;
// Stripe takes 30 minutes to 24 hours, counted when the request gets there: a minute inside of both.
const SHORTEST_SESSION_MS = 31 * A_MINUTE_MS;
const MAX_SESSION_MS = (24 * 60 - 1) * A_MINUTE_MS;

const SESSIONS = '/v1/checkout/sessions';
// Since 2026-03-25.dahlia the mode is called embedded_page (docs.stripe.com/changelog/dahlia/2026-03-25): the version goes with the script of
// payments/script-sources.ts. Without redirects, ways to pay that leave the page are on Stripe's own page alone.
const SCRIPT_API_VERSION = '2025-03-31.basil';
const SCRIPT_FORM = { ui_mode: 'embedded', redirect_on_completion: 'never' };

export function createStripe(options: GatewayOptions<StripeCredentials>): Gateway {
  const { nowMs } = options;
  const { webhookSecret, publicKey } = options.credentials;
  const calls = createStripeCalls(options);
  const { open, acceptedOrThrow, callLimitMs } = calls;

  /** Null where Stripe makes none: the buyer has its page all the same. */
  async function startForScript(form: Form, reference: string): Promise<string | null> {
    try {
      const answer = await open(Math.floor(callLimitMs / 2))('POST', SESSIONS, {
        form: { ...form, ...SCRIPT_FORM },
        idempotencyKey: `${reference} script`,
        version: SCRIPT_API_VERSION,
      });
      return textAt(acceptedOrThrow(answer), 'id');
    } catch (error) {
      if (error instanceof GatewayRefused || error instanceof GatewaySilent) return null;
      throw error;
    }
  }

  return {
    // Stripe refuses to be framed.
    isFramable: false,

    async start(payment) {
      const form = toSessionForm(payment, nowMs());
      const ask = () =>
        // Both tries together stay within the limit of one call.
        open(Math.floor(callLimitMs / 2))('POST', SESSIONS, {
          form: { ...form, ...toPageForm(payment) },
          idempotencyKey: payment.reference,
        });
      const isForScript = payment.isForFrame === true && publicKey !== undefined;
      const [answer, scriptSession] = await Promise.all([
        onceMoreIfSilent(ask),
        isForScript ? startForScript(form, payment.reference) : null,
      ]);
      const session = acceptedOrThrow(answer);
      const checkoutUrl = textAt(session, 'url');
      const sessionId = textAt(session, 'id');
      if (!sessionId || !checkoutUrl || !URL.canParse(checkoutUrl))
        throw nonsense('a session without id or page');
      return { checkoutUrl, sessionId: joinSessions(sessionId, scriptSession) };
    },

    ...(publicKey !== undefined && {
      inPlace: {
        canShow: ({ sessionId }) => scriptSessionIn(sessionId) !== null,
        async findWords({ sessionId }) {
          const id = scriptSessionIn(sessionId);
          const clientSecret = id === null ? null : await findClientSecret(calls, id);
          return clientSecret === null ? null : { gateway: 'stripe', publicKey, clientSecret };
        },
      },
    }),

    async lookUp(payment) {
      // The session's id came with the link to its page: without the one nobody can have paid by the other.
      if (payment.sessionId === null) return { state: 'unknown', taken: [] };
      return lookUpSessions(calls, { reference: payment.reference, sessionId: payment.sessionId });
    },

    async close(payment) {
      const sessions = splitSessions(payment.sessionId ?? '').filter((id) => id !== '');
      await Promise.all(sessions.map((id) => expireSession(calls, id)));
    },

    refund: (asked) => refundByStripe(calls, asked),

    findDisputes: (payment) => findStripeDisputes(calls, payment),

    listDisputed: (since) => listStripeDisputed(calls, since),

    async check() {
      // A restricted key that is made for us may see sessions, and perhaps neither balance nor account.
      const answer = await open()('GET', '/v1/checkout/sessions?limit=1');
      return answer.isAccepted ? 'good' : judgeKey('Stripe', answer);
    },

    readCallback(callback) {
      const header = signatureIn(callback, 'stripe-signature');
      if (header === null || !isSignedByStripe(header, callback.body, { webhookSecret, nowMs: nowMs() }))
        return null;
      return namesInCallback(callback.body);
    },
  };
}

const toPageForm = ({ returnUrl }: PaymentStart): Form => ({
  success_url: returnUrl,
  cancel_url: cancelledUrl(returnUrl),
});

function toSessionForm(payment: PaymentStart, nowMs: number): Form {
  const aheadMs = payment.payBy.getTime() - nowMs;
  const expiresMs = nowMs + Math.min(Math.max(aheadMs, SHORTEST_SESSION_MS), MAX_SESSION_MS);
  return {
    mode: 'payment',
    'line_items[0][price_data][currency]': payment.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': toStripeUnits(payment.amountMinor, payment.currency),
    'line_items[0][price_data][product_data][name]': payment.description,
    'line_items[0][quantity]': '1',
    client_reference_id: payment.reference,
    customer_email: payment.email,
    'metadata[reference]': payment.reference,
    expires_at: String(Math.floor(expiresMs / 1_000)),
  };
}
