import type { CredentialsOf } from '../../rules/gateways/all-gateways.ts';
import { textAt, type ExactJson } from '../exact-json.ts';
import {
  askGateway,
  MAX_CALL_MS,
  refusal,
  type GatewayAnswer,
  type GatewayOptions,
} from '../gateway-http.ts';
import { GatewaySilent } from '../gateway.ts';

export type StripeCredentials = CredentialsOf<'stripe'>;

export type Form = Record<string, string>;

/** Calls Stripe's API. */
export function createStripeCalls(options: GatewayOptions<StripeCredentials>) {
  const { secretKey } = options.credentials;
  const callLimitMs = options.callLimitMs ?? MAX_CALL_MS;

  return {
    callLimitMs,
    /** All calls that are made by what this answers have the time limit together. */
    open(limitMs = callLimitMs) {
      const signal = AbortSignal.timeout(limitMs);
      return (
        method: 'GET' | 'POST',
        path: string,
        more: { form?: Form; idempotencyKey?: string; version?: string } = {},
      ): Promise<GatewayAnswer> =>
        askGateway({
          gateway: 'Stripe',
          method,
          url: `${options.url}${path}`,
          secretKey,
          signal,
          headers: {
            ...(more.idempotencyKey !== undefined && { 'idempotency-key': more.idempotencyKey }),
            ...(more.version !== undefined && { 'stripe-version': more.version }),
            ...(more.form && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          ...(more.form && { body: new URLSearchParams(more.form).toString() }),
        });
    },
    acceptedOrThrow(answer: GatewayAnswer): ExactJson {
      if (answer.isAccepted) return answer.body;
      // The key was used with another body before: that request went through, or may have.
      if (textAt(answer.body, 'error', 'type') === 'idempotency_error') {
        throw new GatewaySilent('Stripe has had this request before, in other words');
      }
      throw refusal('Stripe', answer, { messagePath: ['error', 'message'], secretKey });
    },
  };
}

export type StripeCalls = ReturnType<typeof createStripeCalls>;

export const nonsense = (what: string) => new GatewaySilent(`Stripe answered nonsense: ${what}`);
