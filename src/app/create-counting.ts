import { createClientAddress } from '../http/client-address.ts';
import { createRequestCounter } from '../http/count-request.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createSharedCounts } from '../http/shared-counts.ts';
import type { AppConfig } from './app-config.ts';
import type { Connections } from './connect.ts';

/** Counts requests by caller. */
export function createCounting(config: AppConfig, { cache, onCacheError, logger }: Connections) {
  const counts = createSharedCounts({ counters: cache.counters, onCacheError });
  const { rateLimitPerKey: perKey, rateLimitPerAddress: perAddress } = config;
  const limiter = createRateLimiter({ counts, perKey, perAddress });
  const clientAddress = createClientAddress(config.trustedProxies, (peer) =>
    logger.warn(
      { peer },
      'a private address sends X-Forwarded-For and is not in TRUST_PROXY: if it is a proxy, all its visitors share one limit',
    ),
  );
  return {
    counts,
    // Counts of their own: a stranger who tries tokens of orders by the thousand fills these, and no key's count is dropped.
    orderPageCounts: createSharedCounts({ counters: cache.counters, onCacheError }),
    clientAddress,
    counter: createRequestCounter({ limiter, clientAddress }),
  };
}
