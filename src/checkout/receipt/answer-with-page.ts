import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../db/database.ts';
import { logFailure } from '../../http/errors.ts';
import type { Logger } from '../../log/logger.ts';
import { Refusal } from '../../refusal.ts';
import type { HttpServer } from '../../http/server.ts';
import { ASSETS, ASSETS_BELOW, renderTooOften, renderTrouble } from './receipt-layout.ts';

const RETRY_AFTER_SECONDS = 2;

export type SendPage = (reply: FastifyReply, status: number, page: string) => FastifyReply;

/** Gives an order's pages their headers. Where something goes wrong, people get a page and not JSON. */
export function answerWithPage(pages: HttpServer, parts: { mediaUrl: string; logger: Logger }): SendPage {
  const policy = contentSecurityPolicy(parts.mediaUrl);
  const sendPage: SendPage = (reply, status, page) =>
    keepSecret(reply)
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page);

  pages.setErrorHandler((error: Error, request, reply) => {
    const refusal = error instanceof Refusal ? error : null;
    const status = refusal ? refusal.status : Number('statusCode' in error && error.statusCode);
    if (wantsJson(request)) throw error;
    const assets = request.routeOptions.url === '/checkout/orders/:token' ? ASSETS : ASSETS_BELOW;
    if (refusal?.code === 'rate_limited') {
      const seconds = refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
      return sendPage(reply.header('retry-after', String(seconds)), 429, renderTooOften(assets, seconds));
    }
    // A body that no form of ours sends: the usual JSON will do.
    if (status >= 400 && status < 500) throw error;
    // Nobody reads the answer to a client that has disconnected.
    if (!reply.raw.destroyed) logFailure(error, request, parts.logger);
    const isUnavailable = isDatabaseUnavailable(error) || status === 503;
    if (isUnavailable) {
      reply.header('retry-after', String(refusal?.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
    }
    return sendPage(reply, isUnavailable ? 503 : 500, renderTrouble(assets));
  });
  return sendPage;
}

/** The checkout's own page asks for the same things as a browser that opens the address. */
export const wantsJson = (request: FastifyRequest): boolean =>
  request.headers.accept?.startsWith('application/json') === true;

export function keepSecret(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('x-content-type-options', 'nosniff');
}

function contentSecurityPolicy(mediaUrl: string): string {
  const { origin } = new URL(mediaUrl);
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `img-src 'self' ${origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
