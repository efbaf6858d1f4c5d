import type { BatchWatch } from '../db/batcher.ts';
import { createCounter, createGauge, createHistogram, type Metric } from './instruments.ts';
import { LATENCY_BUCKETS_SECONDS } from './request-metrics.ts';

const SIZE_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

type Figures = ReturnType<Parameters<BatchWatch['begin']>[0]>;

/** Metrics of batched calls: carts, orders, payment links, payments. */
export function createBatchMetrics(): { metrics: Metric[]; watch(batch: string): BatchWatch } {
  const labels = ['batch'];
  const sizes = createHistogram({
    name: 'tessera_batch_size',
    help: 'How many requests one database call decided together.',
    labels,
    buckets: SIZE_BUCKETS,
  });
  const durations = createHistogram({
    name: 'tessera_batch_duration_seconds',
    help: 'How long one of these database calls took.',
    labels,
    buckets: LATENCY_BUCKETS_SECONDS,
  });
  const refused = createCounter({
    name: 'tessera_batch_refused_total',
    help: 'Requests refused because too many waited for the next database call.',
    labels,
  });
  const followed = new Map<string, () => Figures>();
  const read = (value: (figures: Figures) => number) => () =>
    [...followed].map(([batch, figures]) => ({ labels: [batch], value: value(figures()) }));
  const waiting = createGauge(
    { name: 'tessera_batch_waiting', help: 'Requests waiting for the next database call now.', labels },
    read(({ waiting: count }) => count),
  );
  const oldest = createGauge(
    {
      name: 'tessera_batch_oldest_seconds',
      help: 'How long the oldest database call under way has taken so far.',
      labels,
    },
    read(({ oldestMs }) => oldestMs / 1000),
  );
  return {
    metrics: [sizes, durations, waiting, oldest, refused],
    watch(batch) {
      const [size, duration, full] = [sizes.of(batch), durations.of(batch), refused.of(batch)];
      return {
        begin: (figures) => void followed.set(batch, figures),
        onBatch(count, tookMs) {
          size.observe(count);
          duration.observe(tookMs / 1000);
        },
        onRefused: () => void (full.value += 1),
      };
    },
  };
}
