import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { VERSION } from '../version.ts';
import { createGauge, createReadCounter, type Metric } from './instruments.ts';

const NS = 1e-9;
const LOOP_RESOLUTION_MS = 20;
// A scrape must not take away what another has not seen.
const WINDOW_MS = 10_000;

/** Metrics of the process, under the names that every Node.js program uses. */
export function createProcessMetrics(): { metrics: Metric[]; close(): void } {
  const loop = watchLoop();
  const memory = (about: { name: string; help: string }, of: keyof NodeJS.MemoryUsage): Metric =>
    createGauge(about, () => process.memoryUsage()[of]);
  const lag = (name: 'p50' | 'p99' | 'max', words: string): Metric =>
    createGauge(
      {
        name: `nodejs_eventloop_lag_${name}_seconds`,
        help: `How late the event loop was ${words}, in the last ten to twenty seconds.`,
      },
      () => loop.read()[name],
    );
  const metrics = [
    createGauge(
      {
        name: 'tessera_build_info',
        help: 'Always 1: the labels name the release.',
        labels: ['version', 'node_version'],
      },
      () => [{ labels: [VERSION, process.version], value: 1 }],
    ),
    createGauge(
      { name: 'process_start_time_seconds', help: 'When the process started, in seconds since 1970.' },
      () => performance.timeOrigin / 1000,
    ),
    createReadCounter(
      { name: 'process_cpu_seconds_total', help: 'Processor time of the process, in all threads.' },
      () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    ),
    memory({ name: 'process_resident_memory_bytes', help: 'Memory of the process.' }, 'rss'),
    memory({ name: 'nodejs_heap_size_used_bytes', help: 'Part of it: used by objects.' }, 'heapUsed'),
    memory({ name: 'nodejs_heap_size_total_bytes', help: 'Part of it: reserved for objects.' }, 'heapTotal'),
    memory(
      { name: 'nodejs_external_memory_bytes', help: 'Part of it: outside the heap, such as buffers.' },
      'external',
    ),
    createReadCounter(
      {
        name: 'nodejs_eventloop_active_seconds_total',
        help: 'How long the event loop was busy: the rate is the share of a core.',
      },
      () => performance.eventLoopUtilization().active / 1000,
    ),
    lag('p50', 'at the median'),
    lag('p99', 'in one of a hundred samples'),
    lag('max', 'at the worst'),
  ];
  return { metrics, close: loop.close };
}

type Lags = { p50: number; p99: number; max: number };

/** Watches this window and the one before, and tells the worst of both: a new window knows little. */
function watchLoop(): { read(): Lags; close(): void } {
  const delays = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delays.enable();
  const now = (): Lags => ({
    p50: lagOf(delays.percentile(50)),
    p99: lagOf(delays.percentile(99)),
    max: lagOf(delays.max),
  });
  let before: Lags = { p50: 0, p99: 0, max: 0 };
  const timer = setInterval(() => {
    before = now();
    delays.reset();
  }, WINDOW_MS);
  timer.unref();
  return {
    read() {
      const current = now();
      return {
        p50: Math.max(before.p50, current.p50),
        p99: Math.max(before.p99, current.p99),
        max: Math.max(before.max, current.max),
      };
    },
    close() {
      clearInterval(timer);
      delays.disable();
    },
  };
}

/** Measures the time between two looks: anything above the plan is the delay. Without any look it says nothing. */
const lagOf = (ns: number): number =>
  Number.isFinite(ns) ? Math.max(0, ns * NS - LOOP_RESOLUTION_MS / 1000) : 0;
