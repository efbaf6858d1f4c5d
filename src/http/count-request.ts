import type { IncomingMessage, ServerResponse } from 'node:http';
import { limitAddress, type ClientAddress } from './client-address.ts';
import type { RateLimiter, RateLimitVerdict } from './rate-limit.ts';
import { Refusal } from '../refusal.ts';

/** Entry points without a key: each has counts of its own. */
type CountedEntryPoint = 'keys' | 'embed' | 'scanner' | 'media' | 'room' | 'dashboard' | 'callbacks';

/** Counts each request once, also one that the fast lane has counted before it handed it over to its route. */
export function createRequestCounter(options: { limiter: RateLimiter; clientAddress: ClientAddress }) {
  const { limiter, clientAddress } = options;
  const counted = new WeakMap<IncomingMessage, RateLimitVerdict>();
  const addressOf = (request: IncomingMessage): string => limitAddress(clientAddress(request));

  /** Tells the client what is left of its limits, and refuses where nothing is. */
  function apply(verdict: RateLimitVerdict, response: ServerResponse): void {
    response.setHeader('ratelimit', verdict.header);
    response.setHeader('ratelimit-policy', limiter.policy);
    if (verdict.isAllowed) return;
    throw new Refusal('rate_limited', `Too many requests: try again in ${verdict.secondsLeft} s.`, {
      retryAfterSeconds: verdict.secondsLeft,
    });
  }

  return {
    policy: limiter.policy,
    count(request: IncomingMessage, keyId: string): RateLimitVerdict {
      return counted.get(request) ?? limiter.take(keyId, addressOf(request));
    },
    /** On its address alone: what thousands ask for who wait is not to use up the limit of a host. */
    countAddress(request: IncomingMessage, entryPoint: CountedEntryPoint): RateLimitVerdict {
      return counted.get(request) ?? limiter.takeAsStranger(entryPoint, addressOf(request));
    },
    apply,
    /**
     * A request of which it is not known yet whose it is. It is counted before the look-up, so that a guess too many costs
     * none, and given back once it is known. `entryPoint` says what is guessed at: each has counts of its own.
     */
    stranger(request: IncomingMessage, response: ServerResponse, entryPoint: CountedEntryPoint) {
      let taken: ReturnType<RateLimiter['takeAsStranger']> | null = null;
      return {
        /** Called twice, it counts once. */
        count(): void {
          if (taken) return;
          taken = limiter.takeAsStranger(entryPoint, addressOf(request));
          apply(taken, response);
        },
        giveBack: (): void => taken?.giveBack(),
      };
    },
    remember: (request: IncomingMessage, verdict: RateLimitVerdict): void =>
      void counted.set(request, verdict),
  };
}

export type RequestCounter = ReturnType<typeof createRequestCounter>;
