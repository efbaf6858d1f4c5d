import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../db/database.ts';
import { clientGone } from '../../http/client-gone.ts';
import type { Logger } from '../../log/logger.ts';
import { Refusal } from '../../refusal.ts';
import type { HttpServer } from '../../http/server.ts';
import { resendTickets } from '../../tickets/mails/resend-tickets.ts';
import { readStylesheet } from '../../pages/read-stylesheet.ts';
import { findOrder, readReference } from '../../orders/find-order.ts';
import { receiptAddress } from '../../tickets/receipt-address.ts';
import { calendarFile } from '../../tickets/calendar-file.ts';
import type { TicketPrinter } from '../../tickets/ticket-printer.ts';
import { answerWithPage, keepSecret, wantsJson } from './answer-with-page.ts';
import { describeIssued } from './describe-issued.ts';
import { loadReceipt } from './load-receipt.ts';
import { liveTickets } from './receipt-state.ts';
import { mailReceipt, renderClosed } from './open-by-email.ts';
import { ASSETS_BELOW, renderNoTickets } from './receipt-layout.ts';
import { NOTICES, renderReceipt, type Notice } from './render-receipt.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { ROUTES } from '../../routes.ts';

export type ReceiptParts = {
  database: Database;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  mediaUrl: string;
  printer: TicketPrinter;
  logger: Logger;
};

const ASSETS_CACHE_CONTROL = 'public, max-age=300';
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
  http.get(ROUTES.orderPages.style.path, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', ASSETS_CACHE_CONTROL).send(style),
  );
  http.get(ROUTES.orderPages.script.path, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', ASSETS_CACHE_CONTROL).send(script),
  );

  http.get<ByToken>(ROUTES.orderPages.state.path, async ({ params }, reply) => {
    keepSecret(reply);
    const order = await findOrder(database, { hostId: null, receiptToken: params.token });
    if (!order) throw new Refusal('not_found', 'There is no such order.');
    return { status: order.status };
  });
  http.get<ByToken>(ROUTES.orderPages.tickets.path, async ({ params }, reply) => {
    keepSecret(reply);
    const receipt = await loadReceipt(database, secretKeys, params.token);
    if (!receipt) throw new Refusal('not_found', 'There is no such order.');
    return { data: await describeIssued(receipt, checkoutUrl), status: true };
  });

  await http.register(async (pages: HttpServer) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => ({}));
    const sendPage = answerWithPage(pages, parts);

    pages.get<ByToken>(ROUTES.orderPages.receipt.path, async (request, reply) => {
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

    pages.post<ByToken>(ROUTES.orderPages.resend.path, async (request, reply) => {
      const { token } = request.params;
      const order = await findOrder(database, { hostId: null, receiptToken: token });
      if (wantsJson(request)) {
        if (!order) throw new Refusal('not_found', 'There is no such order.');
        await database.transaction((tx) => resendTickets(tx, { orderId: order.id, askedBy: 'buyer' }));
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

    pages.get<ByToken>(ROUTES.orderPages.calendar.path, async ({ params }, reply) => {
      const receipt = await loadReceipt(database, secretKeys, params.token);
      if (!receipt) return sendPage(reply, 404, renderClosed(params.token, BELOW));
      if (liveTickets(receipt).length === 0)
        return sendPage(reply, 404, renderNoTickets(ASSETS_BELOW, params.token));
      const { reference, language } = receipt.order;
      const orderUrl = receiptAddress(checkoutUrl, reference);
      return keepSecret(reply)
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="${receipt.event.slug}.ics"`)
        .send(calendarFile(receipt.event, { reference, orderUrl, language }));
    });

    pages.get<ByToken>(ROUTES.orderPages.pdf.path, async ({ params }, reply) => {
      const receipt = await loadReceipt(database, secretKeys, params.token);
      if (!receipt) return sendPage(reply, 404, renderClosed(params.token, BELOW));
      const tickets = liveTickets(receipt);
      if (tickets.length === 0) return sendPage(reply, 404, renderNoTickets(ASSETS_BELOW, params.token));
      const pdf = await parts.printer.print(
        { ...receipt, tickets },
        { queue: 'page', signal: clientGone(reply.raw) },
      );
      return keepSecret(reply)
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${receipt.event.slug}-tickets.pdf"`)
        .send(pdf);
    });
  });
}

async function resend(database: Database, orderId: string): Promise<Notice> {
  try {
    await database.transaction((tx) => resendTickets(tx, { orderId, askedBy: 'buyer' }));
    return 'resent';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'rate_limited' ? 'too_often' : 'nothing_to_send';
  }
}
