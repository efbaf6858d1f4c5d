import type { IncomingMessage } from 'node:http';
import { limitAddress, type ClientAddress } from '../http/client-address.ts';
import type { RateLimiter, RateLimitVerdict } from '../http/rate-limit.ts';

/** Counts each request once, also one that the fast lane has counted before it handed it over to its route. */
export function createRequestCounter(options: { limiter: RateLimiter; clientAddress: ClientAddress }) {
  const { limiter, clientAddress } = options;
  const counted = new WeakMap<IncomingMessage, RateLimitVerdict>();
  return {
    policy: limiter.policy,
    count(request: IncomingMessage, keyId: string | null): RateLimitVerdict {
      return counted.get(request) ?? limiter.take(keyId, limitAddress(clientAddress(request)));
    },
    remember: (request: IncomingMessage, verdict: RateLimitVerdict): void =>
      void counted.set(request, verdict),
  };
}

export type RequestCounter = ReturnType<typeof createRequestCounter>;
