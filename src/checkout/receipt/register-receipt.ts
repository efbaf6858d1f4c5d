import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDatabaseUnavailable, type Database } from '../../db/database.ts';
import { clientGone } from '../../http/client-gone.ts';
import type { Logger } from '../../http/logger.ts';
import { logFailure } from '../../http/errors.ts';
import { Refusal } from '../../http/refusal.ts';
import type { HttpServer } from '../../http/server.ts';
import { resendTickets } from '../../mail/resend-tickets.ts';
import { readStylesheet } from '../../pages/read-stylesheet.ts';
import { receiptAddress } from '../../orders/receipt-address.ts';
import { calendarFile } from '../../tickets/calendar-file.ts';
import type { TicketPrinter } from '../../tickets/ticket-printer.ts';
import { describeIssued } from './describe-issued.ts';
import { findOrder, loadReceipt } from './load-receipt.ts';
import { liveTickets } from './receipt-state.ts';
import { mailReceipt, readReference, renderClosed } from './open-by-email.ts';
import { ASSETS, ASSETS_BELOW, renderNoTickets, renderTrouble } from './receipt-layout.ts';
import { NOTICES, renderReceipt, type Notice } from './render-receipt.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';

export type ReceiptParts = {
  database: Database;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  mediaUrl: string;
  printer: TicketPrinter;
  logger: Logger;
};

const FORM_LIMIT_BYTES = 1024;
const ASSETS_CACHE_CONTROL = 'public, max-age=300';
const RETRY_AFTER_SECONDS = 2;
const BELOW = { isBelow: true };

type ByToken = { Params: { token: string } };

/**
 * The receipt, where every order ends. The token in its address is the only key to it, so it stays out of caches, logs and
 * referrers. An order's reference in its place opens nothing: see `open-by-email.ts`.
 */
export async function registerReceipt(http: HttpServer, parts: ReceiptParts): Promise<void> {
  const { database, secretKeys, checkoutUrl } = parts;
  const [style, script] = await Promise.all([
    readStylesheet(path.join(import.meta.dirname, 'receipt.css')),
    readFile(path.join(import.meta.dirname, 'receipt.js'), 'utf8'),
  ]);
  http.get('/checkout/assets/receipt.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', ASSETS_CACHE_CONTROL).send(style),
  );
  http.get('/checkout/assets/receipt.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', ASSETS_CACHE_CONTROL).send(script),
  );

  http.get<ByToken>('/checkout/orders/:token/state', async ({ params }, reply) => {
    keepSecret(reply);
    const order = await findOrder(database, params.token);
    if (!order) throw new Refusal('not_found', 'There is no such order.');
    return { status: order.status };
  });
  http.get<ByToken>('/checkout/orders/:token/tickets', async ({ params }, reply) => {
    keepSecret(reply);
    const receipt = await loadReceipt(database, secretKeys, params.token);
    if (!receipt) throw new Refusal('not_found', 'There is no such order.');
    return { data: await describeIssued(receipt, checkoutUrl), status: true };
  });

  const policy = contentSecurityPolicy(parts.mediaUrl);
  const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    keepSecret(reply)
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page);

  await http.register(
    async (pages: HttpServer) => {
      pages.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
        async () => ({}),
      );
      // Whoever stands at the door reads a sentence, not JSON.
      pages.setErrorHandler((error: Error, request, reply) => {
        // A body that no form of ours sends: the answer of the house will do.
        const status =
          error instanceof Refusal ? error.status : Number('statusCode' in error && error.statusCode);
        if (status >= 400 && status < 500) throw error;
        if (wantsJson(request)) throw error;
        const isUnavailable = isDatabaseUnavailable(error) || status === 503;
        // Nobody reads the answer to a client that has disconnected.
        if (!reply.raw.destroyed) logFailure(error, request, parts.logger);
        const waitSeconds = error instanceof Refusal ? error.retryAfterSeconds : null;
        if (isUnavailable) reply.header('retry-after', String(waitSeconds ?? RETRY_AFTER_SECONDS));
        const isBelow = request.routeOptions.url !== '/checkout/orders/:token';
        return sendPage(reply, isUnavailable ? 503 : 500, renderTrouble(isBelow ? ASSETS_BELOW : ASSETS));
      });

      pages.get<ByToken>('/:token', async (request, reply) => {
        const receipt = await loadReceipt(database, secretKeys, request.params.token);
        const query = new URL(request.url, 'http://receipt').searchParams;
        const notice = query.get('notice') ?? '';
        if (!receipt) {
          return sendPage(reply, 404, renderClosed(request.params.token, { wasAsked: notice === 'asked' }));
        }
        const page = renderReceipt(receipt, {
          mediaUrl: parts.mediaUrl,
          checkoutUrl,
          notice: Object.hasOwn(NOTICES, notice) ? (notice as Notice) : null,
          ticketsPage: Number.parseInt(query.get('tickets') ?? '1', 10) || 1,
        });
        return sendPage(reply, 200, page);
      });

      pages.post<ByToken>('/:token/resend', async (request, reply) => {
        const { token } = request.params;
        const order = await findOrder(database, token);
        if (wantsJson(request)) {
          if (!order) throw new Refusal('not_found', 'There is no such order.');
          await database.transaction((tx) => resendTickets(tx, { orderId: order.id }));
          keepSecret(reply);
          return { data: { sent: true }, status: true };
        }
        if (order) {
          const notice = await resend(database, order.id);
          return keepSecret(reply).redirect(`../${token}?notice=${notice}`, 303);
        }
        const reference = readReference(token);
        if (reference === null) return sendPage(reply, 404, renderClosed(token, BELOW));
        await mailReceipt(database, reference);
        return keepSecret(reply).redirect(`../${reference}?notice=asked`, 303);
      });

      pages.get<ByToken>('/:token/calendar.ics', async ({ params }, reply) => {
        const receipt = await loadReceipt(database, secretKeys, params.token);
        if (!receipt) return sendPage(reply, 404, renderClosed(params.token, BELOW));
        if (liveTickets(receipt).length === 0)
          return sendPage(reply, 404, renderNoTickets(ASSETS_BELOW, params.token));
        const receiptUrl = receiptAddress(checkoutUrl, receipt.receiptToken);
        return keepSecret(reply)
          .type('text/calendar; charset=utf-8')
          .header('content-disposition', `attachment; filename="${receipt.event.slug}.ics"`)
          .send(calendarFile(receipt.event, { receiptUrl }));
      });

      pages.get<ByToken>('/:token/tickets.pdf', async ({ params }, reply) => {
        const receipt = await loadReceipt(database, secretKeys, params.token);
        if (!receipt) return sendPage(reply, 404, renderClosed(params.token, BELOW));
        const tickets = liveTickets(receipt);
        if (tickets.length === 0) return sendPage(reply, 404, renderNoTickets(ASSETS_BELOW, params.token));
        const pdf = await parts.printer.print(
          { ...receipt, tickets },
          { lane: 'page', signal: clientGone(reply.raw) },
        );
        return keepSecret(reply)
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${receipt.event.slug}-tickets.pdf"`)
          .send(pdf);
      });
    },
    { prefix: '/checkout/orders' },
  );
}

async function resend(database: Database, orderId: string): Promise<Notice> {
  try {
    await database.transaction((tx) => resendTickets(tx, { orderId }));
    return 'resent';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'rate_limited' ? 'too_often' : 'nothing_to_send';
  }
}

/** The checkout's own page asks for the same things as a browser that opens the address. */
const wantsJson = (request: FastifyRequest): boolean =>
  request.headers.accept?.startsWith('application/json') === true;

function keepSecret(reply: FastifyReply): FastifyReply {
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
