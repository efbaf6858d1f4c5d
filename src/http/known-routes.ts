import type { Route } from '../routes.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's line in the table. None if no address matches. */
    route?: Route;
  }
}

/** From now on only routes of the table can be registered, and each gets what the table says of it. */
export function registerKnownRoutesOnly(http: HttpServer, routes: readonly Route[]): void {
  const known = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  http.addHook('onRoute', (options) => {
    // The framework adds a HEAD to every GET.
    const method = [options.method].flat().find((name) => name !== 'HEAD') ?? 'GET';
    const address = `${method} ${options.url}`;
    const route = known.get(address);
    if (!route) throw new Error(`${address} is not in src/routes.ts`);
    options.config = { ...options.config, route };
    if (route.maxBodyBytes > 0) options.bodyLimit = route.maxBodyBytes;
  });
}
