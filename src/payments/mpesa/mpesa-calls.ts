import { textAt, type ExactJson } from '../exact-json.ts';
import type { CredentialsOf } from '../../rules/gateways/all-gateways.ts';
import { askGateway, MAX_CALL_MS, type GatewayAnswer, type GatewayOptions } from '../gateway-http.ts';
import { GatewayRefused, GatewaySilent, type KeyVerdict } from '../gateway.ts';
import { toNairobiTime } from './nairobi-time.ts';

// Daraja 3.0 as its portal had it in 2025 (Authorization, M-PESA Express, M-PESA Express Query, Reversal).

/** The secret key is the consumer secret. A till has a till number, and a store number for its shortcode. Without an initiator, refunds are made by hand. */
export type MpesaCredentials = CredentialsOf<'mpesa'>;

export type MpesaCall = (path: string, body: object) => Promise<GatewayAnswer>;

// A token lives an hour. A fresh one is asked for well before.
const TOKEN_KEPT_MS = 50 * 60_000;
const MAX_WORDS = 200;

/** One line to Daraja: it keeps its access token. */
export function openMpesa({
  url,
  credentials,
  callLimitMs = MAX_CALL_MS,
  nowMs,
}: GatewayOptions<MpesaCredentials>) {
  let kept: { token: string; untilMs: number } | null = null;

  async function askForToken(signal: AbortSignal): Promise<GatewayAnswer> {
    const basic = Buffer.from(`${credentials.consumerKey}:${credentials.secretKey}`).toString('base64');
    return askGateway({
      gateway: 'M-Pesa',
      method: 'GET',
      url: `${url}/oauth/v1/generate?grant_type=client_credentials`,
      secretKey: credentials.secretKey,
      headers: { authorization: `Basic ${basic}` },
      signal,
    });
  }

  async function findToken(signal: AbortSignal): Promise<string> {
    if (kept && nowMs() < kept.untilMs) return kept.token;
    const answer = await askForToken(signal);
    if (!answer.isAccepted) throw refused(answer);
    const token = textAt(answer.body, 'access_token');
    if (!token) throw new GatewaySilent('M-Pesa answered nonsense: no access token');
    kept = { token, untilMs: nowMs() + TOKEN_KEPT_MS };
    return token;
  }

  /** The exchanges of one call, all within one time limit. */
  const openCall = (): MpesaCall => {
    const signal = AbortSignal.timeout(callLimitMs);
    const send = (token: string, path: string, body: object) =>
      askGateway({
        gateway: 'M-Pesa',
        method: 'POST',
        url: `${url}${path}`,
        secretKey: token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
        isNo: (answer) => errorCodeOf(answer) !== null,
      });
    return async (path, body) => {
      const answer = await send(await findToken(signal), path, body);
      if (!isBadToken(answer)) return answer;
      // It ended early, as when the keys were changed: once more with another.
      kept = null;
      return send(await findToken(signal), path, body);
    };
  };

  /** Every request about prompts is signed with these. */
  const sign = (): { BusinessShortCode: string; Password: string; Timestamp: string } => {
    const { shortcode, passkey } = credentials;
    const Timestamp = toNairobiTime(nowMs());
    const Password = Buffer.from(`${shortcode}${passkey}${Timestamp}`).toString('base64');
    return { BusinessShortCode: shortcode, Password, Timestamp };
  };

  async function check(): Promise<KeyVerdict> {
    const answer = await askForToken(AbortSignal.timeout(callLimitMs));
    if (answer.isAccepted && textAt(answer.body, 'access_token')) return 'good';
    // A wrong pair is a 400 with 400.008.01 or nothing, or an empty 401. Other codes are about the request.
    const isAboutPair = [null, '400.008.01'].includes(errorCodeOf(answer.body));
    if (answer.status === 401 || (answer.status === 400 && isAboutPair)) return 'wrong_key';
    if (answer.status === 403) return 'not_permitted';
    throw new GatewaySilent(`M-Pesa answered the check of a key with status ${answer.status}`);
  }

  /** A no, with M-Pesa's words for it. */
  function refused(answer: GatewayAnswer): GatewayRefused {
    const said =
      textAt(answer.body, 'errorMessage') ?? textAt(answer.body, 'ResponseDescription') ?? 'no reason given';
    const secrets = [credentials.secretKey, credentials.passkey, credentials.securityCredential];
    const words = secrets
      .filter((secret) => secret !== '')
      .reduce((text, secret) => text.replaceAll(secret, '[secret]'), said)
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, MAX_WORDS);
    return new GatewayRefused(`M-Pesa refused with status ${answer.status}`, words);
  }

  return { openCall, sign, check, refused };
}

const isBadToken = ({ body }: GatewayAnswer): boolean => textAt(body, 'errorCode') === '404.001.03';

/** Its own word that the request was taken, or done. */
export const isYes = (body: ExactJson): boolean => textAt(body, 'ResponseCode') === '0';

export const errorCodeOf = (body: ExactJson): string | null => textAt(body, 'errorCode');

/** M-Pesa's name of a prompt, such as `ws_CO_191220191020363925`: nothing that the database can't store. */
export const isPromptName = (text: string): boolean => /^[\w.-]{1,100}$/.test(text);
