import type { HttpServer } from '../http/server.ts';
import { ROUTES } from '../routes.ts';

/**
 * For balancers and whoever starts processes. They say nothing of the database and the cache, which all processes share: a balancer that
 * asked for those would take all of them out at once, and with them what needs neither. The health report tells of both.
 */
export function registerProbes(http: HttpServer, { isReady }: { isReady: () => boolean }): void {
  const { live, ready } = ROUTES.probes;
  http.get(live.path, async (_request, reply) => reply.header('cache-control', 'no-store').send('live\n'));
  http.get(ready.path, async (_request, reply) => {
    const says = isReady();
    reply.code(says ? 200 : 503).header('cache-control', 'no-store');
    return reply.send(says ? 'ready\n' : 'stopping\n');
  });
}
