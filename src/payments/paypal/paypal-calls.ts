import { takingOf } from '../../rules/gateway-currencies.ts';
import type { CredentialsOf } from '../../rules/gateways/all-gateways.ts';
import { decimalsOf, toMajorUnits, toMinorUnits } from '../../values/major-units.ts';
import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import {
  askGateway,
  MAX_CALL_MS,
  openJsonCall,
  refusal,
  type GatewayAnswer,
  type GatewayOptions,
  type JsonCall,
} from '../gateway-http.ts';
import { GatewayRefused, GatewaySilent } from '../gateway.ts';

// A token is good for some nine hours (developer.paypal.com/api/rest/authentication). It is left alone a minute before its end.
const SPARE_MS = 60_000;

type Token = { text: string; endsAtMs: number };

/** Calls PayPal's API, with a token that is fetched when there is none and kept until shortly before its end. */
export function createPayPalCalls(options: GatewayOptions<CredentialsOf<'paypal'>>) {
  const { url, nowMs, credentials } = options;
  const { clientId, secretKey } = credentials;
  const callLimitMs = options.callLimitMs ?? MAX_CALL_MS;
  let kept: Token | null = null;

  const askForToken = (signal: AbortSignal): Promise<GatewayAnswer> =>
    askGateway({
      gateway: 'PayPal',
      method: 'POST',
      url: `${url}/v1/oauth2/token`,
      secretKey,
      signal,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secretKey}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });

  async function token(signal: AbortSignal): Promise<string> {
    if (kept && nowMs() < kept.endsAtMs) return kept.text;
    const body = acceptedOrThrow(await askForToken(signal), ['error_description']);
    const text = textAt(body, 'access_token');
    if (text === null) throw nonsense('no token');
    kept = { text, endsAtMs: nowMs() + Number(textAt(body, 'expires_in') ?? 0) * 1_000 - SPARE_MS };
    return text;
  }

  function acceptedOrThrow(answer: GatewayAnswer, messagePath = ['message']): ExactJson {
    if (answer.isAccepted) return answer.body;
    throw refusal('PayPal', answer, { messagePath, secretKey });
  }

  return {
    callLimitMs,
    acceptedOrThrow,
    /** All calls that are made by what this answers have the time limit together, the one for a token included. */
    open(limitMs = callLimitMs): JsonCall {
      const signal = AbortSignal.timeout(limitMs);
      return async (method, path, body, headers) => {
        const ask = async (): Promise<GatewayAnswer> =>
          openJsonCall('PayPal', { ...options, credentials: { secretKey: await token(signal) }, signal })(
            method,
            path,
            body,
            headers,
          );
        const answer = await ask();
        if (answer.status !== 401) return answer;
        // Withdrawn before its time, as after a change of the secret.
        kept = null;
        return ask();
      };
    },
    askForToken: () => askForToken(AbortSignal.timeout(callLimitMs)),
  };
}

export type PayPalCalls = ReturnType<typeof createPayPalCalls>;

export const nonsense = (what: string) => new GatewaySilent(`PayPal answered nonsense: ${what}`);

/** Three currencies have no decimals at PayPal, two of which have some with us. */
export function toPayPalMoney(amountMinor: number, currency: string) {
  const step = takingOf('paypal', currency)?.stepMinor ?? 1;
  if (amountMinor % step !== 0)
    throw new GatewayRefused(`PayPal takes no part of ${step} ${currency} minor units`);
  const major = toMajorUnits(amountMinor, decimalsOf(currency));
  return { currency_code: currency, value: step === 1 ? major : major.replace(/\.0+$/, '') };
}

export const fromPayPalMoney = (money: ExactJson | undefined, currency: string): number | null =>
  toMinorUnits(textAt(money, 'value') ?? '', decimalsOf(currency));

/** The names of what is wrong, by which PayPal's refusals are told apart. */
export function issuesOf({ body }: GatewayAnswer): string[] {
  const details = fieldAt(body, 'details');
  return Array.isArray(details) ? details.map((entry) => textAt(entry, 'issue') ?? '') : [];
}

/** The captures or refunds of an order, which has one purchase unit. */
export function listIn(order: ExactJson, name: 'captures' | 'refunds'): ExactJson[] {
  const list = fieldAt(firstOf(fieldAt(order, 'purchase_units')), 'payments', name);
  return Array.isArray(list) ? list : [];
}

export const firstOf = (list: ExactJson | undefined): ExactJson | undefined =>
  Array.isArray(list) ? list[0] : undefined;
