import { Type } from 'typebox';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cache } from '../cache/cache.ts';
import type { Database } from '../db/database.ts';
import { Exactly } from '../http/schema.ts';
import type { HttpServer } from '../http/server.ts';
import type { OptionalServices } from './ask-optional-services.ts';
import type { Operation } from './operation.ts';
import { ROUTES } from '../routes.ts';

const PROBE_TIMEOUT_MS = 1_000;

const ComponentsSchema = Exactly(
  {
    postgres: Type.Boolean({ description: 'The database. The service needs it.' }),
    redis: Type.Boolean({
      description: 'The cache: Redis, or in-process if no Redis is configured. The service needs it.',
    }),
    opensearch: Type.Boolean(),
    rabbitmq: Type.Boolean(),
    neo4j: Type.Boolean(),
    mongodb: Type.Boolean(),
  },
  { title: 'HealthComponents' },
);

const operation: Operation = {
  operationId: 'getHealth',
  tag: 'Service',
  summary: 'Readiness',
  description:
    "Says whether the service can work. While the database or the cache can't be reached it answers 503, in the same shape. The other components are optional, and `false` if they are not configured.",
  schema: {},
  answer: Exactly(
    {
      status: Type.Boolean(),
      data: Exactly(
        { status: Type.Boolean(), message: Type.String(), data: ComponentsSchema },
        { title: 'Health' },
      ),
    },
    { title: 'HealthAnswer' },
  ),
  answerDescription: 'The service is ready.',
  example: {
    status: true,
    data: {
      status: true,
      message: 'ready',
      data: { postgres: true, redis: true, opensearch: false, rabbitmq: false, neo4j: false, mongodb: false },
    },
  },
  refusals: [],
};

export type HealthDeps = {
  database: Database;
  cache: Cache;
  /** None of these changes the status. */
  optional: OptionalServices & { rabbitmq: () => boolean };
};

export function registerHealth(api: HttpServer, { database, cache, optional }: HealthDeps): void {
  const probe = shareWhileUnderWay(async () => {
    const [postgres, redis, opensearch, neo4j, mongodb] = await Promise.all([
      answers(() => database.query('SELECT 1')),
      answers(() => cache.ping()),
      optional.opensearch(),
      optional.neo4j(),
      optional.mongodb(),
    ]);
    return { postgres, redis, opensearch, rabbitmq: optional.rabbitmq(), neo4j, mongodb };
  });

  api.get(ROUTES.api.health.path, { config: { operation } }, async (_request, reply) => {
    const components = await probe();
    const isReady = components.postgres && components.redis;
    const away = [!components.postgres && 'the database', !components.redis && 'the cache'].filter(Boolean);
    const message = isReady ? 'ready' : `not ready: ${away.join(' and ')} can't be reached`;
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    if (!isReady) reply.header('retry-after', '1');
    return { status: isReady, data: { status: isReady, message, data: components } };
  });
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  const cancel = new AbortController();
  const late = delay(PROBE_TIMEOUT_MS, false, { signal: cancel.signal }).catch(() => false);
  try {
    return await Promise.race([
      ask().then(
        () => true,
        () => false,
      ),
      late,
    ]);
  } finally {
    cancel.abort();
  }
}

/** The route is open to everybody: however many ask at once, one probe answers them all. */
function shareWhileUnderWay<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => (underWay ??= work().finally(() => (underWay = null)));
}
