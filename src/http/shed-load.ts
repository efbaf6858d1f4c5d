import { tellOutage, type Logger } from '../log/logger.ts';
import { Refusal } from '../refusal.ts';
import type { HttpServer } from './server.ts';

// A buyer notices half a second. Beyond it every new request waits for all before it, and soon none is answered in time.
const MAX_DELAY_MS = 500;
// So many queries take a connection pool some tenths of a second.
const MAX_QUERIES_WAITING = 100;
// With fewer it is no stampede: the machine was busy for a moment, and answers them soon.
const MIN_UNDER_WAY = 200;
const SAMPLE_MS = 50;
// Spread, so that those who are turned away together don't come back together.
const RETRY_AFTER_SECONDS = [1, 5] as const;

/**
 * Turns requests away while more arrive than can be answered: otherwise all are answered, and all too late. It looks at how far
 * behind the event loop is, for every request anew, so that of a thousand that are read at once the first are served; and at
 * how many queries wait for a connection to the database.
 */
export function shedLoad(
  http: HttpServer,
  options: {
    logger: Logger;
    queriesWaiting: () => number;
    /** Requests under way that the framework does not see. */
    aheadOfFramework: () => number;
    /** One was turned away. */
    onShed?: () => void;
  },
): void {
  const { queriesWaiting } = options;
  const tell = tellOutage(options.logger, 'overloaded: some requests are told to try again later');
  let seen = 0;
  const underWay = (): number => seen + options.aheadOfFramework();
  let lastTickMs = performance.now();
  let lastDelayMs = 0;
  const ticking = setInterval(() => {
    lastDelayMs = performance.now() - lastTickMs - SAMPLE_MS;
    lastTickMs = performance.now();
  }, SAMPLE_MS);
  ticking.unref();
  http.addHook('onClose', (_http, done) => {
    clearInterval(ticking);
    done();
  });

  const delayMs = (): number => Math.max(lastDelayMs, performance.now() - lastTickMs - SAMPLE_MS);
  const isBehind = (): boolean =>
    queriesWaiting() > MAX_QUERIES_WAITING || (underWay() >= MIN_UNDER_WAY && delayMs() > MAX_DELAY_MS);

  http.addHook('onRequest', (request, reply, done) => {
    const { route } = request.routeOptions.config;
    // Streams have a cap of their own: they are let in, and not counted.
    if (route?.isStream) return done();
    if (isBehind() && !route?.servedUnderOverload) {
      options.onShed?.();
      tell(new Error(`${underWay()} requests are under way, ${queriesWaiting()} queries wait`));
      const [least, most] = RETRY_AFTER_SECONDS;
      const retryAfterSeconds = least + Math.floor(Math.random() * (most - least + 1));
      const refusal = new Refusal('unavailable', 'Too many requests right now: try again.', {
        retryAfterSeconds,
      });
      return done(refusal);
    }
    seen += 1;
    reply.raw.once('close', () => (seen -= 1));
    return done();
  });
}
