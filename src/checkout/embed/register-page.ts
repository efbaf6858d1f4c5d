import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WebBuild } from '../../../web/build.ts';
import type { PageData } from '../../../web/checkout/contract.ts';
import { isDatabaseUnavailable } from '../../db/database.ts';
import type { Catalog } from '../../events/catalog.ts';
import type { Event } from '../../events/event-schemas.ts';
import { noSuchEvent } from '../../events/slug.ts';
import type { Logger } from '../../log/logger.ts';
import { logFailure } from '../../http/errors.ts';
import { Refusal } from '../../refusal.ts';
import type { HttpServer } from '../../http/server.ts';
import type { TicketReader } from '../../inventory/list-tickets.ts';
import type { Ticket } from '../../inventory/ticket-schema.ts';
import { isOrderReference } from '../../orders/order-reference.ts';
import { readStylesheet } from '../../pages/read-stylesheet.ts';
import { acceptedEncoding, encode, nameEncoding } from '../../http/content-encoding.ts';
import type { EmbedEvent } from './find-event.ts';
import { toPageData } from './page-data.ts';
import { pageLanguage, readPageQuery } from './page-query.ts';
import { embedEventOf } from './find-and-count.ts';
import { renderDocument } from './render-document.ts';
import { renderNotice, type NoticeKind } from './render-notice.ts';
import { ROUTES } from '../../routes.ts';

const NOTICE_CSS = path.join(import.meta.dirname, '../../pages/notice.css');
const RETRY_AFTER_SECONDS = 2;

/** The page itself, readable before any script has run, and what a buyer reads in its place. */
export async function registerPage(
  embed: HttpServer,
  parts: {
    build: WebBuild;
    catalog: Catalog;
    readTickets: TicketReader;
    checkoutUrl: string;
    mediaUrl: string;
    logger: Logger;
  },
): Promise<void> {
  const { build } = parts;
  const checkoutPath = new URL(parts.checkoutUrl).pathname;
  const mediaOrigin = new URL(parts.mediaUrl).origin;
  const [stylesheet, noticeStylesheet] = await Promise.all([
    readFile(path.join(build.assetsFolder, build.style), 'utf8'),
    readStylesheet(NOTICE_CSS),
  ]);
  const { renderCheckout } = (await import(pathToFileURL(build.serverFile).href)) as {
    renderCheckout(data: PageData): string;
  };

  await embed.register(async (page: HttpServer) => {
    page.setErrorHandler(async (error: Error, request, reply) => {
      const { kind, status, retryAfterSeconds } = explain(error);
      if (kind === 'trouble') logFailure(error, request, parts.logger);
      if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
      const nonce = newNonce();
      const look = {
        language: languageOf(request),
        theme: request.embedEvent?.theme ?? readPageQuery(queryOf(request)).theme,
        nonce,
        stylesheet: noticeStylesheet,
      };
      const policy = contentSecurityPolicy({ nonce, mediaOrigin, origins: null });
      return sendPage(request, reply, { status, policy, markup: renderNotice(kind, look) });
    });

    const showPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const found = embedEventOf(request);
      const query = readPageQuery(queryOf(request));
      const { event, tickets } = await loadEvent(parts, found);
      const data = toPageData({
        found,
        event,
        tickets,
        path: `${checkoutPath}/${found.slug}`,
        language: languageOf(request),
        reference: referenceOf(request),
      });
      const nonce = newNonce();
      const markup = renderDocument(
        // What the host has set for the event counts more than what the framing site asks for.
        {
          language: data.language,
          theme: found.theme ?? query.theme,
          color: found.color ?? query.color,
          nonce,
        },
        {
          data,
          markup: renderCheckout(data),
          stylesheet,
          scripts: build.scripts,
          assetsPath: `${checkoutPath}/assets`,
        },
      );
      const policy = contentSecurityPolicy({ nonce, mediaOrigin, origins: found.origins });
      return sendPage(request, reply, { status: 200, policy, markup });
    };
    page.get(ROUTES.embed.page.path, showPage);
    page.get(ROUTES.embed.pageWithSlash.path, showPage);
  });
}

/** The event and its tickets as the API answers them: the same rules, and nearly always from memory. */
async function loadEvent(
  parts: { catalog: Catalog; readTickets: TicketReader },
  { hostId, slug }: EmbedEvent,
): Promise<{ event: Event; tickets: Ticket[] }> {
  const [event, tickets] = await Promise.all([
    parts.catalog.get({ hostId, slug }),
    parts.readTickets(hostId, slug),
  ]);
  if (!tickets) throw noSuchEvent(slug);
  return {
    event: (JSON.parse(event.body.toString()) as { data: Event }).data,
    tickets: (JSON.parse(tickets.toString()) as { data: Ticket[] }).data,
  };
}

function explain(error: Error): { kind: NoticeKind; status: number; retryAfterSeconds: number | null } {
  if (error instanceof Refusal && error.code === 'not_found') {
    return { kind: 'unknown_event', status: 404, retryAfterSeconds: null };
  }
  if (error instanceof Refusal && error.code === 'rate_limited') {
    return { kind: 'too_many', status: 429, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (error instanceof Refusal && error.code === 'unavailable') {
    return { kind: 'trouble', status: 503, retryAfterSeconds: error.retryAfterSeconds };
  }
  return isDatabaseUnavailable(error)
    ? { kind: 'trouble', status: 503, retryAfterSeconds: RETRY_AFTER_SECONDS }
    : { kind: 'trouble', status: 500, retryAfterSeconds: null };
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, policy, markup }: { status: number; policy: string; markup: string },
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const body = await encode(Buffer.from(markup), encoding);
  return (
    nameEncoding(reply, encoding)
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      // The address of a page that a buyer came back to names the order.
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(body)
  );
}

function contentSecurityPolicy(page: {
  nonce: string;
  mediaOrigin: string;
  origins: string[] | null;
}): string {
  return [
    "default-src 'none'",
    `style-src 'self' 'nonce-${page.nonce}'`,
    "script-src 'self'",
    "connect-src 'self'",
    `img-src 'self' ${page.mediaOrigin} data:`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${page.origins?.join(' ') ?? '*'}`,
  ].join('; ');
}

const newNonce = (): string => randomBytes(16).toString('base64');

function queryOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at));
}

const languageOf = (request: FastifyRequest) =>
  pageLanguage(queryOf(request), request.headers['accept-language']);

function referenceOf(request: FastifyRequest): string | null {
  const reference = queryOf(request).get('reference');
  return reference !== null && isOrderReference(reference) ? reference : null;
}
