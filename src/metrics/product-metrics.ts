import type { Server } from 'node:http';
import type { Cache } from '../cache/cache.ts';
import type { Database } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { PictureQueue } from '../media/picture-queue.ts';
import type { TicketPrinter } from '../tickets/ticket-printer.ts';
import { askDatabase } from './ask-database.ts';
import { createBatchMetrics } from './batch-metrics.ts';
import { createDiskCounter, createDiskMetrics, type Disk } from './disk-metrics.ts';
import { createCounter, createGauge, writeMetrics, type Metric } from './instruments.ts';
import { keepAsking, type Asked } from './keep-asking.ts';
import { createOutcomeMetrics } from './outcome-metrics.ts';
import { createMailGauge } from './mail-gauge.ts';
import { createProcessMetrics } from './process-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { createSystemMetrics } from './system-metrics.ts';

/** The sources of a scrape. */
export type MeasuredComponents = {
  database: Pick<Database, 'prepared' | 'pools'>;
  cache: Pick<Cache, 'ping'>;
  printer: Pick<TicketPrinter, 'waiting'>;
  pictures: Pick<PictureQueue, 'underWay'>;
  server: Server;
  dataDir: string;
  jobKinds: readonly string[];
  mailer: Pick<Mailer, 'ask'>;
  /** Others leave that to workers, and need no mail server. */
  sendsMails: boolean;
};

/**
 * Everything that a process counts. It counts whether or not anybody asks: a count is an addition, and a program that counts in one setting
 * only would be two programs.
 */
export function createProductMetrics() {
  const requests = createRequestMetrics();
  const batches = createBatchMetrics();
  const outcomes = createOutcomeMetrics();
  const lost = createCounter({
    name: 'tessera_database_connections_lost_total',
    help: 'Idle database connections that were lost.',
  });
  const cacheErrors = createCounter({
    name: 'tessera_cache_errors_total',
    help: 'Failed calls of Redis.',
  });
  const diskFull = createDiskCounter();
  const [lostSeries, cacheSeries] = [lost.of(), cacheErrors.of()];

  return {
    requests: requests.watch,
    onShed: (): void => void (requests.shed.value += 1),
    watchBatch: batches.watch,
    orderWatch: outcomes.orderWatch,
    countOrders: outcomes.countOrders,
    countMails: outcomes.countMails,
    onDelivery: outcomes.onDelivery,
    onJobRun: outcomes.onJobRun,
    onConnectionLost: (): void => void (lostSeries.value += 1),
    onCacheError: (): void => void (cacheSeries.value += 1),
    onDiskFull: (disk: Disk): void => void (diskFull.of[disk].value += 1),

    /** From now on somebody may ask: `read` is what a scrape gets. */
    open(components: MeasuredComponents): { read(): Promise<string>; close(): void } {
      const ofDatabase = keepAsking(() => askDatabase(components.database.prepared, components.jobKinds));
      const ofCache = keepAsking(() => components.cache.ping());
      const ofProcess = createProcessMetrics();
      const mail = createMailGauge(components);
      const ofDisk = createDiskMetrics(components.dataDir);
      const connections = keepAsking(() => countConnections(components.server));
      components.server.on('drop', () => (requests.dropped.value += 1));
      const all: Metric[] = [
        ...requests.metrics,
        connectionsGauge(connections),
        ...batches.metrics,
        ...outcomes.metrics,
        ...createSystemMetrics(ofDatabase),
        ...poolMetrics(components.database),
        lost,
        createGauge(
          { name: 'tessera_cache_up', help: '1 if Redis answers or none is configured, otherwise 0.' },
          () => (ofCache.answer() ? 1 : 0),
        ),
        cacheErrors,
        mail.gauge,
        ...ofDisk.metrics,
        diskFull.metric,
        ...queueMetrics(components),
        ...ofProcess.metrics,
      ];
      return {
        async read() {
          mail.ask();
          await Promise.all([ofDatabase.ask(), ofCache.ask(), connections.ask(), ofDisk.ask()]);
          return writeMetrics(all);
        },
        close: ofProcess.close,
      };
    },
  };
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

const connectionsGauge = (asked: Asked<number>): Metric =>
  createGauge(
    { name: 'tessera_http_connections', help: 'Open connections; MAX_CONNECTIONS is the limit.' },
    () => asked.answer()?.value ?? null,
  );

function poolMetrics(database: MeasuredComponents['database']): Metric[] {
  const gauge = (name: string, figure: 'size' | 'inUse' | 'waiting', help: string): Metric =>
    createGauge({ name: `tessera_database_pool_${name}`, help, labels: ['pool'] }, () =>
      database.pools().map((pool) => ({ labels: [pool.name], value: pool[figure] })),
    );
  return [
    gauge('size', 'size', 'The most database connections, by purpose.'),
    gauge('in_use', 'inUse', 'Database connections in use now.'),
    gauge('waiting', 'waiting', 'Queries waiting for a connection now.'),
  ];
}

function queueMetrics({ printer, pictures }: MeasuredComponents): Metric[] {
  return [
    createGauge(
      {
        name: 'tessera_printing_waiting',
        help: 'PDFs being printed or waiting, for pages and for mails.',
        labels: ['queue'],
      },
      () => Object.entries(printer.waiting()).map(([queue, value]) => ({ labels: [queue], value })),
    ),
    createGauge(
      {
        name: 'tessera_pictures_under_way',
        help: 'Pictures being uploaded, or waiting to be resized.',
      },
      () => pictures.underWay(),
    ),
  ];
}

export type ProductMetrics = ReturnType<typeof createProductMetrics>;
