import type { ErrorCode, TesseraError } from './errors.ts';

const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 5_000;

// Every request of this client may be sent twice: reads change nothing, a hold with the same token replaces the cart, and an order
// carries its key. So one is sent again where nobody has answered it, or where the answer is "come back later". Every other
// answer is final.
const PASSING = new Set<ErrorCode>([
  'network_error',
  'timeout',
  'request_timeout',
  'rate_limited',
  'unavailable',
  'order_in_progress',
]);
const PASSING_AT_A_PROXY = new Set([429, 502, 503, 504]);

export const isPassing = ({ error_code, status }: TesseraError): boolean =>
  PASSING.has(error_code) || (error_code === 'unexpected_answer' && PASSING_AT_A_PROXY.has(status));

/**
 * How long to wait before a request that failed for the `tried`th time is sent again; null where it is not. What `Retry-After` says
 * is waited in full. The rest is "full jitter": those who failed together don't come back together.
 */
export function waitBeforeRetry(
  failure: TesseraError,
  { tried, tries, maxRetryAfterMs }: { tried: number; tries: number; maxRetryAfterMs: number },
  random = Math.random,
): number | null {
  const askedForMs = (failure.retryAfterSeconds ?? 0) * 1_000;
  if (tried >= tries || !isPassing(failure) || askedForMs > maxRetryAfterMs) return null;
  return askedForMs + random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1));
}

/** Ends early, with the signal's reason, where the signal is aborted. */
export function wait(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, waitMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
  });
}
