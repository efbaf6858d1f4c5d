import type { BoundedMap } from './bounded-map.ts';
import { TesseraError, type ErrorCode } from './errors.ts';
import { wait, waitBeforeRetry } from './retry.ts';
import type { ServerClock } from './server-clock.ts';

export type Settings = {
  url: string;
  key: string;
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
  tries: number;
  maxRetryAfterMs: number;
  /** Answers by their address. Kept as text: what a caller changes in one changes no other. */
  memory: BoundedMap<Tagged>;
  clock: ServerClock;
};

export type Request = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

type Tagged = { etag: string; text: string };
type Answer = { data: unknown } | TesseraError;

/** Sends the request until it is answered, and resolves to the answer's `data`. `failures` gets what went wrong on the way. */
export async function send(
  settings: Settings,
  request: Request,
  failures: TesseraError[] = [],
): Promise<unknown> {
  for (;;) {
    const answer = await attempt(settings, request);
    if (!(answer instanceof TesseraError)) return answer.data;
    failures.push(answer);
    const waitMs = waitBeforeRetry(answer, { ...settings, tried: failures.length });
    if (waitMs === null) throw answer;
    await wait(waitMs, request.signal);
  }
}

/** One try. Throws nothing but the reason of the caller's signal. */
async function attempt(settings: Settings, request: Request): Promise<Answer> {
  const { method, path, headers, body, signal } = request;
  const address = settings.url + path;
  const known = method === 'GET' ? settings.memory.get(address) : undefined;
  // `AbortSignal.any` is too young for many phones.
  const ending = new AbortController();
  const giveUp = (): void => ending.abort();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', giveUp);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    giveUp();
  }, settings.timeoutMs);
  const sentAt = Date.now();
  try {
    const response = await settings.fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${settings.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(known && { 'if-none-match': known.etag }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: ending.signal,
    });
    const text = await response.text();
    settings.clock.learn(response.headers, sentAt);
    const etag = response.headers.get('etag');
    const tagged = response.status === 304 ? known : response.ok && etag ? { etag, text } : undefined;
    if (tagged && method === 'GET') settings.memory.set(address, tagged);
    return read(response, tagged?.text ?? text);
  } catch (cause) {
    signal?.throwIfAborted();
    return isLate
      ? new TesseraError({ error_code: 'timeout', status: 0, message: 'No answer arrived in time.', cause })
      : new TesseraError({ error_code: 'network_error', status: 0, message: 'No answer arrived.', cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function read({ status, headers }: Response, text: string): Answer {
  const facts = {
    status,
    reason: headers.get('error-reason'),
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: Number.parseInt(headers.get('retry-after') ?? '', 10) || null,
    roomUrl: /<([^>]*)>; rel="waiting-room"/.exec(headers.get('link') ?? '')?.[1] ?? null,
  };
  try {
    const body = JSON.parse(text) as { data: unknown } | { error_code: ErrorCode; message: string };
    if ('error_code' in body)
      return new TesseraError({ ...facts, error_code: body.error_code, message: body.message });
    // Also of a 503: that is how the health of a service that is not ready comes.
    if ('data' in body) return body;
  } catch {
    // Not JSON, or no object.
  }
  return new TesseraError({
    ...facts,
    error_code: 'unexpected_answer',
    message: `The answer did not come from the API (status ${status}).`,
  });
}
