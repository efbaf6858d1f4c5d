import type { OnAnswered, RequestWatch } from '../http/watch-requests.ts';
import { createCounter, createGauge, createHistogram, type Metric, type Series } from './instruments.ts';

/** From what a cached answer takes to what nobody waits for any longer. */
export const LATENCY_BUCKETS_SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// Clients can send any method: the label has only these.
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT']);
const NO_ROUTE = 'none';
const TOO_MANY_REQUESTS = 429;

/** Requests by the pattern of their route, which are as many as the table of routes has; never by their address. */
export function createRequestMetrics() {
  const requests = createCounter({
    name: 'tessera_http_requests_total',
    help: 'Answered requests. HEAD counts as GET; route "none": no route has the address.',
    labels: ['method', 'route', 'status'],
  });
  const durations = createHistogram({
    name: 'tessera_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, without streams.',
    labels: ['method', 'route'],
    buckets: LATENCY_BUCKETS_SECONDS,
  });
  const limited = createCounter({
    name: 'tessera_http_rate_limited_total',
    help: 'Requests refused by a rate limit (429).',
    labels: ['route'],
  });
  const shed = createCounter({
    name: 'tessera_http_shed_total',
    help: 'Requests refused because of overload (503).',
  });
  const dropped = createCounter({
    name: 'tessera_http_connections_dropped_total',
    help: 'Connections closed unread because MAX_CONNECTIONS was reached.',
  });
  const streams = new Map<string, Series>();

  /** By the hundreds of their status. */
  const classesOf = (method: string, path: string): ((status: number) => void) => {
    const classes: Series[] = [];
    return (status) => {
      const hundreds = Math.trunc(status / 100);
      (classes[hundreds] ??= requests.of(method, path, `${hundreds}xx`)).value += 1;
      if (status === TOO_MANY_REQUESTS) limited.of(path).value += 1;
    };
  };
  const answered = (method: string, path: string): OnAnswered => {
    const count = classesOf(method, path);
    const duration = durations.of(method, path);
    return (status, tookMs) => {
      count(status);
      duration.observe(tookMs / 1000);
    };
  };
  const strangers = new Map<string, OnAnswered>();

  const watch: RequestWatch = {
    of: ({ method, path }) => answered(method, path),
    ofNone(given) {
      const method = METHODS.has(given) ? given : 'other';
      let found = strangers.get(method);
      if (!found) strangers.set(method, (found = answered(method, NO_ROUTE)));
      return found;
    },
    onStream({ method, path }) {
      const open = streams.get(path) ?? { value: 0 };
      streams.set(path, open);
      open.value += 1;
      const count = classesOf(method, path);
      return (status) => {
        open.value -= 1;
        count(status);
      };
    },
  };
  const open = createGauge(
    {
      name: 'tessera_http_streams_open',
      help: 'Open streams: live pages, and files being sent.',
      labels: ['route'],
    },
    () => [...streams].map(([path, { value }]) => ({ labels: [path], value })),
  );
  const metrics: Metric[] = [requests, durations, limited, shed, open, dropped];
  return { metrics, watch, shed: shed.of(), dropped: dropped.of() };
}
