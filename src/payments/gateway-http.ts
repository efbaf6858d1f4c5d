import { Agent, type Dispatcher } from 'undici';
import { parseExactJson, textAt, type ExactJson } from './exact-json.ts';
import { GatewayAway, GatewayRefused, GatewaySilent, type KeyVerdict } from './gateway.ts';

/** For one call of an adapter, all its exchanges together. A buyer waits for some of them. */
export const MAX_CALL_MS = 10_000;
// The longest answer there is, a list of refunds, has some tens of kilobytes.
const MAX_ANSWER_BYTES = 1_048_576;
const MAX_MESSAGE_LENGTH = 200;

// Statuses below 500 that do not say that nothing happened: the request timed out there, the same one is being worked on, or
// it came too early or too often to be looked at. It is safe, and worth while, to ask again.
const UNCLEAR_STATUSES = new Set([408, 409, 425, 429]);

const agent = new Agent({ maxResponseSize: MAX_ANSWER_BYTES });
const utf8 = new TextDecoder();

export type Method = 'GET' | 'POST' | 'DELETE';

export type GatewayOptions<Credentials> = {
  /** The gateway's address, without a slash at the end. */
  url: string;
  credentials: Credentials;
  callLimitMs?: number;
  /** The database's time: by it the time to pay is counted. */
  nowMs: () => number;
  /** Our address for its callbacks, for gateways that are told it with every payment. Null where it can't be reached from elsewhere. */
  callbackUrl?: string | null;
};

export type GatewayRequest = {
  gateway: string;
  method: Method;
  url: string;
  secretKey: string;
  headers?: Record<string, string>;
  body?: string;
  /** Ends the whole exchange, however far it is. */
  signal: AbortSignal;
  /** Whether an answer with a status from 500 is a clear no all the same, as some of M-Pesa's are. */
  isNo?: (body: ExactJson) => boolean;
};

/** A clear answer: a yes (2xx) or a no (4xx), in JSON. */
export type GatewayAnswer = { isAccepted: boolean; status: number; body: ExactJson };

/**
 * One exchange with a gateway. Throws GatewaySilent where its answer does not say whether anything happened. Redirects are not
 * followed: they would carry the secret to an address that nobody has configured.
 */
export async function askGateway(asked: GatewayRequest): Promise<GatewayAnswer> {
  const { status, text } = await exchange(asked);
  const body = parseExactJson(text);
  const isClear =
    (status >= 200 && status < 300) ||
    (status >= 400 && status < 500) ||
    (body !== undefined && asked.isNo?.(body) === true);
  if (!isClear || UNCLEAR_STATUSES.has(status)) {
    const Silence = status >= 500 ? GatewayAway : GatewaySilent;
    throw new Silence(`${asked.gateway} answered with status ${status}`);
  }
  if (typeof body !== 'object' || body === null) {
    throw new GatewaySilent(`${asked.gateway} answered nonsense with status ${status}`);
  }
  return { isAccepted: status < 300, status, body };
}

export type JsonCall = (
  method: Method,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<GatewayAnswer>;

/** How the exchanges of one call are made with a gateway that speaks JSON, all within one time limit. */
export function openJsonCall(
  gateway: string,
  {
    url,
    credentials,
    callLimitMs = MAX_CALL_MS,
    signal = AbortSignal.timeout(callLimitMs),
  }: GatewayOptions<{ secretKey: string }> & { signal?: AbortSignal },
): JsonCall {
  return (method, path, body, headers) =>
    askGateway({
      gateway,
      method,
      url: `${url}${path}`,
      secretKey: credentials.secretKey,
      signal,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
}

/** Judges a key by a refused harmless question. Throws GatewaySilent if the refusal is about something else. */
export function judgeKey(gateway: string, { status }: GatewayAnswer): KeyVerdict {
  if (status === 401) return 'wrong_key';
  if (status === 403) return 'not_permitted';
  throw new GatewaySilent(`${gateway} answered the check of a key with status ${status}`);
}

type Exchanged = { status: number; text: string };

async function exchange(asked: GatewayRequest): Promise<Exchanged> {
  try {
    asked.signal.throwIfAborted();
    return await send(asked);
  } catch (error) {
    throw new GatewayAway(`${asked.gateway} did not answer: ${nameOf(error)}`);
  }
}

/**
 * The answer is taken from the connection as it comes: a stream for each answer took as much time as all the rest of the exchange. undici minds a
 * signal only once it has a connection; here one that never comes about is not waited for either. Should it come about after all, nothing is sent.
 */
function send({ signal, ...asked }: GatewayRequest): Promise<Exchanged> {
  const { origin, pathname, search } = new URL(asked.url);
  const headers = {
    authorization: `Bearer ${asked.secretKey}`,
    accept: 'application/json',
    'user-agent': 'Tessera',
    ...asked.headers,
  };
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let status = 0;
    const chunks: Buffer[] = [];
    const giveUp = (): void => {
      reject(signal.reason as Error);
      controller?.abort(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    const letGo = (): void => signal.removeEventListener('abort', giveUp);
    agent.dispatch(
      { origin, path: pathname + search, method: asked.method, headers, body: asked.body ?? null },
      {
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) started.abort(signal.reason as Error);
        },
        onResponseStart: (_controller, statusCode) => void (status = statusCode),
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd() {
          letGo();
          resolve({ status, text: utf8.decode(Buffer.concat(chunks)) });
        },
        onResponseError(_controller, error) {
          letGo();
          reject(error);
        },
      },
    );
  });
}

/** The error's code, never its message: what a library writes there may be a piece of what was sent. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The gateway's own words for a no, cut short. Some gateways repeat the key that they were given, so it is taken out. */
export function refusal(
  gateway: string,
  answer: GatewayAnswer,
  options: { messagePath: string[]; secretKey: string },
): GatewayRefused {
  const message = textAt(answer.body, ...options.messagePath) ?? 'no reason given';
  const words = message
    .replaceAll(options.secretKey, '[secret]')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_MESSAGE_LENGTH);
  return new GatewayRefused(`${gateway} refused with status ${answer.status}`, words);
}

/** For gateways that make the same of a request with the same key and body: a lost answer can be asked for again. */
export async function onceMoreIfSilent(ask: () => Promise<GatewayAnswer>): Promise<GatewayAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error;
    return ask();
  }
}
