import type { FastifyRequest } from 'fastify';
import type { Route } from '../routes.ts';
import type { HttpServer } from './server.ts';

/** Hears of a request that was answered. */
export type OnAnswered = (status: number, tookMs: number) => void;

/** Hears of every request, for whoever counts them. */
export type RequestWatch = {
  /** The observer of a route's requests: fetched once, by a caller that answers many of them. */
  of(route: Pick<Route, 'method' | 'path'>): OnAnswered;
  /** No route has the address. */
  ofNone(method: string): OnAnswered;
  /** A stream was opened; what is returned is called when it ends. How long it was open says nothing of how quick we are. */
  onStream(route: Pick<Route, 'method' | 'path'>): (status: number) => void;
};

/** Tells of what the framework answers. Those who answer ahead of it tell of their own. */
export function watchRequests(http: HttpServer, watch: RequestWatch): void {
  const byRoute = new Map<Route, OnAnswered>();
  const answeredBy = (request: FastifyRequest): OnAnswered | null => {
    const { route } = request.routeOptions.config;
    if (!route) return watch.ofNone(request.method);
    if (route.isStream) return null;
    let answered = byRoute.get(route);
    if (!answered) byRoute.set(route, (answered = watch.of(route)));
    return answered;
  };

  http.addHook('onRequest', (request, reply, done) => {
    const { route } = request.routeOptions.config;
    if (route?.isStream) {
      const onEnd = watch.onStream(route);
      reply.raw.once('close', () => onEnd(reply.raw.statusCode));
    }
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    answeredBy(request)?.(reply.raw.statusCode, reply.elapsedTime);
    done();
  });
}
