import type { HttpServer } from './server.ts';

const ALLOWED_HEADERS = 'Authorization, Content-Type, X-Device-ID, If-None-Match, Idempotency-Key';
// With `Date` a page whose device has a wrong clock counts down rightly.
const EXPOSED_HEADERS =
  'ETag, Date, Error-Reason, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';
const PREFLIGHT_MAX_AGE_SECONDS = '86400';

/** Any site may call the API from a browser: the key, not the origin, says who is asking, and there are no cookies. */
export const CORS_HEADERS = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  EXPOSED_HEADERS,
] as const;

export function allowAnyOrigin(app: HttpServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    raw.setHeader(CORS_HEADERS[0], CORS_HEADERS[1]);
    raw.setHeader(CORS_HEADERS[2], CORS_HEADERS[3]);
    if (request.method !== 'OPTIONS') return done();
    raw.setHeader('access-control-allow-methods', 'GET, HEAD, POST, DELETE, OPTIONS');
    raw.setHeader('access-control-allow-headers', ALLOWED_HEADERS);
    raw.setHeader('access-control-max-age', PREFLIGHT_MAX_AGE_SECONDS);
    reply.code(204).send();
  });
}
