import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { tellOutage, type Logger } from '../log/logger.ts';
import { makeMessage } from './make-message.ts';
import { forgetConfirmed, readOutbox } from './outbox.ts';
import { openRabbit, type RabbitChannel } from './rabbit-channel.ts';
import { switchStream } from './switch-stream.ts';

export type StreamPublisher = {
  /** Switches the outbox on, and begins to publish. RabbitMQ need not be there yet. */
  start(): Promise<void>;
  /** Whether this process is connected to RabbitMQ. */
  isConnected(): boolean;
  stop(): Promise<void>;
};

type Deps = {
  database: Database;
  logger: Logger;
  urls: string[];
  processId: string;
  /** False: it is connected, for who asks whether RabbitMQ is there, and leaves the work to others. */
  publishes: boolean;
};

// Of the process that publishes, as long as its session lives.
const PUBLISHER_LOCK = 7_351_840_132;
// The events in memory at once: half a megabyte or so.
const BATCH_SIZE = 500;
// Nobody is told of a new row: that would cost every sale. An empty look costs a few pages in memory.
const LOOK_AGAIN_MS = 200;
const LOCK_AGAIN_MS = 1_000;
const RETRY_LOW_MS = 250;
const RETRY_HIGH_MS = 30_000;
// A connection that has lasted so long is no failed try.
const STEADY_MS = 10_000;
const QUERY_TIMEOUT_MS = 10_000;
const STOP_PATIENCE_MS = 1_500;

/**
 * Publishes what is in the outbox, in its order. Every process is connected, and one of them publishes: whose session has the lock. A row
 * is deleted when RabbitMQ has confirmed it, so what is published twice, after a crash in between, has the same id and the same bytes.
 */
export function createStreamPublisher(deps: Deps): StreamPublisher {
  const { database, logger, urls, processId, publishes } = deps;
  const stopping = new AbortController();
  const tellRabbit = tellOutage(logger, 'RabbitMQ does not take events: they wait in the database');
  const tellDatabase = tellOutage(logger, 'the outbox of the stream could not be read');
  let channel: RabbitChannel | null = null;
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    let failures = 0;
    for (let tried = 0; !stopping.signal.aborted; tried++) {
      const beganAtMs = performance.now();
      try {
        channel = await openRabbit(urls[tried % urls.length] ?? '', `tessera ${processId}`);
        logger.info('connected to RabbitMQ');
        await publishWhileOpen(channel);
      } catch (error) {
        tellRabbit(error as Error);
      } finally {
        await channel?.close();
        channel = null;
      }
      failures = performance.now() - beganAtMs > STEADY_MS ? 0 : failures + 1;
      await pause(Math.min(RETRY_HIGH_MS, RETRY_LOW_MS * 2 ** failures) * (0.5 + Math.random() / 2));
    }
  };

  const pause = (ms: number, until?: Promise<unknown>): Promise<unknown> => {
    const slept = delay(ms, undefined, { signal: stopping.signal }).catch(() => {});
    return until ? Promise.race([slept, until]) : slept;
  };

  /** The database may be away while RabbitMQ is there: the connection stays. */
  const publishWhileOpen = async (open: RabbitChannel): Promise<void> => {
    while (open.isOpen() && !stopping.signal.aborted) {
      if (!publishes) {
        await pause(LOCK_AGAIN_MS, open.ended);
        continue;
      }
      const client = database.dedicatedClient();
      client.on('error', () => {});
      try {
        await client.connect();
        await publishAsTheOne(client, open);
      } catch (error) {
        if (!open.isOpen()) break;
        tellDatabase(error as Error);
        await pause(LOCK_AGAIN_MS, open.ended);
      } finally {
        await client.end().catch(() => {});
      }
    }
    if (!stopping.signal.aborted) throw await open.ended;
  };

  const publishAsTheOne = async (client: pg.Client, open: RabbitChannel): Promise<void> => {
    const on = withTimeLimit(client);
    let isTheOne = false;
    while (open.isOpen() && !stopping.signal.aborted) {
      isTheOne ||= await takeLock(on);
      const hasMore = isTheOne && !open.isBlocked() && (await publishBatch(on, open));
      if (!hasMore) await pause(isTheOne ? LOOK_AGAIN_MS : LOCK_AGAIN_MS, open.ended);
    }
  };

  return {
    async start() {
      const hasChanged = await switchStream(database, { isOn: true });
      if (hasChanged) logger.info('the event stream is on: from now on every event is in its outbox');
      running = run();
    },
    isConnected: () => channel?.isOpen() ?? false,
    async stop() {
      stopping.abort();
      await Promise.race([running, delay(STOP_PATIENCE_MS, undefined, { ref: false })]);
      // The next process publishes again whatever was under way.
      await channel?.close();
      await running;
    },
  };
}

/** Says whether there may be more. */
async function publishBatch(on: ReturnType<typeof withTimeLimit>, channel: RabbitChannel): Promise<boolean> {
  const rows = await readOutbox(on, BATCH_SIZE);
  if (rows.length === 0) return false;
  const confirmed = await channel.publish(rows.map(makeMessage));
  if (confirmed.length > 0)
    await forgetConfirmed(
      on,
      confirmed.map(({ sequence }) => sequence),
    );
  // Refused, or taken by no queue: everything is declared anew on another connection.
  if (confirmed.length < rows.length) await channel.close();
  return rows.length === BATCH_SIZE;
}

async function takeLock(on: ReturnType<typeof withTimeLimit>): Promise<boolean> {
  const { rows } = await on.query<{ is_ours: boolean }>('SELECT pg_try_advisory_lock($1) AS is_ours', [
    PUBLISHER_LOCK,
  ]);
  return rows[0]?.is_ours ?? false;
}

/** Of a connection of its own, which has no limits by itself. */
const withTimeLimit = (client: pg.Client) => ({
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> =>
    client.query<Row>({ text, ...(values && { values }), query_timeout: QUERY_TIMEOUT_MS } as pg.QueryConfig),
});
