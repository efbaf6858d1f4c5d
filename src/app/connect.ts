import path from 'node:path';
import type { Cache } from '../cache/cache.ts';
import { createMemoryCache } from '../cache/memory-cache.ts';
import { connectRedisCache } from '../cache/redis-cache.ts';
import { listenForChanges } from '../db/changes.ts';
import { connectDatabase } from '../db/database.ts';
import { tellOutage, type Logger } from '../log/logger.ts';
import { openMediaStore } from '../media/media-store.ts';
import type { ProductMetrics } from '../metrics/product-metrics.ts';
import type { AppConfig } from './app-config.ts';

export type Connections = Awaited<ReturnType<typeof connect>>;

/** Connects the database, the cache and the folders on disk. */
export async function connect(
  config: AppConfig,
  {
    logger,
    metrics,
    cache = createMemoryCache(),
  }: { logger: Logger; metrics: ProductMetrics; cache: Cache | undefined },
) {
  const database = connectDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    refusesStandby: true,
    onIdleError: countedBy(metrics.onConnectionLost, tellOutage(logger, 'a database connection was lost')),
    onDiskFull: countedBy(
      () => metrics.onDiskFull('database'),
      tellOutage(logger, "the database's disk is full: nothing is sold until it has space"),
    ),
    ...config.databaseLimits,
  });
  const onCacheError = countedBy(metrics.onCacheError, tellOutage(logger, 'the cache does not answer'));
  return {
    logger,
    metrics,
    database,
    changes: listenForChanges(database, tellOutage(logger, 'waiting for the database')),
    cache: config.redisUrl ? await connectRedisCache(config.redisUrl, onCacheError) : cache,
    onCacheError,
    media: await openMediaStore(config, { logger, onDiskFull: () => metrics.onDiskFull('pictures') }),
    mailboxDir: path.join(config.dataDir, 'mailbox'),
  };
}

const countedBy =
  (count: () => void, tell: (error: Error) => void) =>
  (error: Error): void => {
    count();
    tell(error);
  };
