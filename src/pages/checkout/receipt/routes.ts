import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostToAsk } from '../../contract.ts';
import type { ReceiptInvoice, ReceiptNotice, ReceiptPage } from './contract.ts';
import type { Database } from '../../../db/database.ts';
import { giveTicketsBack } from '../../../cancelling/give-tickets-back.ts';
import { limitAddress, type ClientAddress } from '../../../http/client-address.ts';
import { clientGone } from '../../../http/client-gone.ts';
import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { Logger } from '../../../log/logger.ts';
import type { InvoicePrinter } from '../../../invoices/documents/invoice-printer.ts';
import { cancelTransfer } from '../../../orders/bank-transfer/cancel-transfer.ts';
import { findOrder, noSuchOrder, readReference } from '../../../orders/find-order.ts';
import type { PaymentFrames } from '../../../orders/payment-frames.ts';
import { renameByBuyer } from '../../../orders/by-buyer/rename-by-buyer.ts';
import type { Gateways } from '../../../payments/gateways.ts';
import { wantsJson } from '../../serving/answer-with-pages.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import { calendarFile } from '../../../tickets/calendar-file.ts';
import { resendTickets } from '../../../tickets/mails/resend-tickets.ts';
import { receiptAddress } from '../../../tickets/receipt-address.ts';
import { textsIn as ticketTextsIn } from '../../../tickets/texts/texts.ts';
import type { TicketPrinter } from '../../../tickets/ticket-printer.ts';
import { walletsOf, type Wallets } from '../../../wallets/wallets.ts';
import { readLanguage, type Language } from '../../../values/language.ts';
import { languageOf } from '../embed/server/page-query.ts';
import { createShownHosts } from '../server/shown-hosts.ts';
import { readAsked } from './server/asked-of-order.ts';
import { readReturns } from './server/returns-of-order.ts';
import { registerInvoices } from './invoice-routes.ts';
import { readInvoices } from './server/invoices-of-order.ts';
import { registerReturns } from './returns-routes.ts';
import { registerPasses } from './pass-routes.ts';
import { registerAnswers } from './answers-routes.ts';
import { describeIssued } from './server/describe-issued.ts';
import { readRename } from './server/read-rename.ts';
import { describeState } from './server/describe-state.ts';
import { loadReceipt, type Receipt } from './server/load-receipt.ts';
import { mailReceipt } from './server/mail-receipt.ts';
import { toReceiptOrder } from './page-data.ts';
import { liveTickets } from './server/receipt-state.ts';
import {
  answerWithReceiptPages,
  backTo,
  keepSecret,
  type SendReceiptPage,
  type WhomToAsk,
} from './server/send-receipt-page.ts';

export type ReceiptDeps = {
  database: Database;
  frames: PaymentFrames;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  publicUrl: string;
  clientAddress: ClientAddress;
  mediaUrl: string;
  printer: TicketPrinter;
  wallets: Wallets;
  invoicePrinter: InvoicePrinter;
  sendPage: SendPage;
  gateways: Pick<Gateways, 'ways'>;
  logger: Logger;
};

type ByToken = { Params: { token: string } };
type Asked = FastifyRequest<ByToken>;

/**
 * The receipt, where every order ends. The token in its address is the only key to it, so it stays out of caches, logs and
 * referrers. An order's reference in its place opens nothing: that page mails the link to the buyer.
 */
export async function registerReceipt(http: HttpServer, deps: ReceiptDeps): Promise<void> {
  registerAnswersForScripts(http, deps);
  await http.register(async (pages: HttpServer) => {
    takeFormBodies(pages);
    const { open, whomToAsk } = rememberHosts(deps);
    const send = answerWithReceiptPages(pages, deps, whomToAsk);
    registerReceiptPage(pages, { ...deps, open }, send);
    registerResend(pages, deps, send);
    registerRename(pages, deps, send);
    registerGiveBack(pages, deps, send);
    registerCancel(pages, deps, send);
    registerReturns(pages, { ...deps, open }, { send, withoutOrder });
    registerInvoices(pages, { ...deps, open }, { send, withoutOrder, toPage });
    registerFiles(pages, { ...deps, open }, send);
    await pages.register(async (forms: HttpServer) =>
      registerAnswers(forms, deps, (request, reply) =>
        send(reply, 404, withoutOrder(request, { isBelow: true })),
      ),
    );
  });
}

type OpenReceipt = (request: Asked) => Promise<Receipt | null>;

/**
 * Opens receipts, and remembers whose they were. With the database away every reader is told, whose requests are counted. A reader who has asked
 * too often is told of what this network was shown before: past the limit nobody finds out whether a token is one.
 */
function rememberHosts({ database, secretKeys, clientAddress }: ReceiptDeps): {
  open: OpenReceipt;
  whomToAsk: WhomToAsk;
} {
  const shown = createShownHosts();
  const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;
  const withAddress = (request: FastifyRequest): string =>
    `${limitAddress(clientAddress(request.raw))} ${tokenOf(request)}`;
  return {
    async open(request) {
      const receipt = await loadReceipt(database, secretKeys, {
        receiptToken: tokenOf(request),
        language: askedLanguageOf(request),
      });
      if (!receipt) return null;
      for (const key of [tokenOf(request), withAddress(request)]) shown.remember(key, hostOf(receipt));
      return receipt;
    },
    whomToAsk: (request, about) =>
      shown.recall(about === 'trouble' ? tokenOf(request) : withAddress(request)),
  };
}

const hostOf = ({ event, order }: Receipt): HostToAsk => ({
  hostName: event.host.name,
  contactEmail: event.host.contactEmail,
  subject: `${event.name} · ${order.reference}`,
});

function registerAnswersForScripts(http: HttpServer, deps: ReceiptDeps): void {
  const { database, secretKeys, checkoutUrl } = deps;
  http.get<ByToken>(ROUTES.orderPages.state.path, async ({ params }, reply) => {
    keepSecret(reply);
    const order = await findOrder(database, { seenBy: 'buyer', receiptToken: params.token });
    if (!order) throw noSuchOrder();
    return describeState(deps, order);
  });
  http.get<ByToken>(ROUTES.orderPages.tickets.path, async (request, reply) => {
    keepSecret(reply);
    const receipt = await loadReceipt(database, secretKeys, {
      receiptToken: request.params.token,
      language: askedLanguageOf(request),
    });
    if (!receipt) throw noSuchOrder();
    const wallets = walletsOf(deps.wallets, request.headers['user-agent']);
    return { data: await describeIssued(receipt, { checkoutUrl, wallets }), status: true };
  });
}

function registerReceiptPage(
  pages: HttpServer,
  deps: ReceiptDeps & { open: OpenReceipt },
  send: SendReceiptPage,
): void {
  pages.get<ByToken>(ROUTES.orderPages.receipt.path, async (request, reply) => {
    const receipt = await deps.open(request);
    const asked = new URL(request.url, 'http://receipt').searchParams.get('notice') ?? '';
    if (!receipt) return send(reply, 404, withoutOrder(request, { wasAsked: asked === 'asked' }));
    const invoice = await readInvoices(deps.database, receipt);
    return send(reply, 200, await toPage(deps, request, { receipt, notice: readNotice(asked), invoice }));
  });
}

/** The page of an order, as its address asks for it. */
async function toPage(
  { database, mediaUrl, checkoutUrl, publicUrl, wallets }: ReceiptDeps,
  request: Asked,
  { receipt, ...shown }: { receipt: Receipt; notice: ReceiptNotice | null; invoice: ReceiptInvoice | null },
): Promise<ReceiptPage> {
  const query = new URL(request.url, 'http://receipt').searchParams;
  const order = toReceiptOrder(receipt, {
    ...shown,
    mediaUrl,
    checkoutUrl,
    publicUrl,
    ticketsPage: Number.parseInt(query.get('tickets') ?? '1', 10) || 1,
    askedLanguage: askedLanguageOf(request),
    wallets: walletsOf(wallets, request.headers['user-agent']),
    asked: await readAsked(database, receipt),
    returns: await readReturns(database, receipt),
  });
  return { ...order, language: receipt.order.language };
}

function registerResend(pages: HttpServer, { database }: ReceiptDeps, send: SendReceiptPage): void {
  pages.post<ByToken>(ROUTES.orderPages.resend.path, async (request, reply) => {
    const { token } = request.params;
    const order = await findOrder(database, { seenBy: 'buyer', receiptToken: token });
    if (wantsJson(request)) {
      if (!order) throw noSuchOrder();
      await database.transaction((tx) => resendTickets(tx, { orderId: order.id, askedBy: 'buyer' }));
      keepSecret(reply);
      return { data: { sent: true }, status: true };
    }
    if (order) {
      const notice = await resend(database, order.id);
      return keepSecret(reply).redirect(backTo(request, token, notice), 303);
    }
    const reference = readReference(token);
    if (reference === null) return send(reply, 404, withoutOrder(request, { isBelow: true }));
    await mailReceipt(database, reference);
    return keepSecret(reply).redirect(backTo(request, reference, 'asked'), 303);
  });
}

/** The host has moved the event and takes tickets back. */
function registerGiveBack(pages: HttpServer, { database }: ReceiptDeps, send: SendReceiptPage): void {
  pages.post<ByToken>(ROUTES.orderPages.giveBack.path, async (request, reply) => {
    const { token } = request.params;
    const order = await findOrder(database, { seenBy: 'buyer', receiptToken: token });
    if (!order && wantsJson(request)) throw noSuchOrder();
    if (!order) return send(reply, 404, withoutOrder(request, { isBelow: true }));
    const outcome = await database.transaction((tx) => giveTicketsBack(tx, { orderId: order.id }));
    if (wantsJson(request)) return keepSecret(reply).send({ data: { outcome }, status: true });
    return keepSecret(reply).redirect(backTo(request, token, outcome), 303);
  });
}

/** The buyer gives up an order that waits for a bank transfer. */
function registerCancel(pages: HttpServer, { database }: ReceiptDeps, send: SendReceiptPage): void {
  pages.post<ByToken>(ROUTES.orderPages.cancel.path, async (request, reply) => {
    const { token } = request.params;
    const order = await findOrder(database, { seenBy: 'buyer', receiptToken: token });
    if (!order && wantsJson(request)) throw noSuchOrder();
    if (!order) return send(reply, 404, withoutOrder(request, { isBelow: true }));
    const outcome = await database.transaction((tx) => cancelTransfer(tx, { orderId: order.id }));
    if (wantsJson(request)) return keepSecret(reply).send({ data: { outcome }, status: true });
    // The page tells how the order stands.
    return keepSecret(reply).redirect(backTo(request, token, outcome), 303);
  });
}

/** Another name on a ticket. The page tells a mistake in the name, and nothing is lost: the form has two fields. */
function registerRename(pages: HttpServer, { database }: ReceiptDeps, send: SendReceiptPage): void {
  pages.post<ByToken>(ROUTES.orderPages.rename.path, async (request, reply) => {
    const { token } = request.params;
    const order = await findOrder(database, { seenBy: 'buyer', receiptToken: token });
    if (!order && wantsJson(request)) throw noSuchOrder();
    if (!order) return send(reply, 404, withoutOrder(request, { isBelow: true }));
    const to = readRename(request.body);
    const outcome = to
      ? await database.transaction((tx) => renameByBuyer(tx, { orderId: order.id, ...to }))
      : 'no_name';
    if (wantsJson(request)) return keepSecret(reply).send({ data: { outcome }, status: true });
    return keepSecret(reply).redirect(backTo(request, token, outcome), 303);
  });
}

function registerFiles(
  pages: HttpServer,
  deps: ReceiptDeps & { open: OpenReceipt },
  send: SendReceiptPage,
): void {
  const { checkoutUrl } = deps;
  /** The order with its live tickets; null where a page was sent in place of the file. */
  const openTickets = async (request: Asked, reply: FastifyReply): Promise<Receipt | null> => {
    const receipt = await deps.open(request);
    const tickets = receipt ? liveTickets(receipt) : [];
    if (receipt && tickets.length > 0) return { ...receipt, tickets };
    if (receipt) await sendNone(request, reply, receipt);
    else await send(reply, 404, withoutOrder(request, { isBelow: true }));
    return null;
  };
  const sendNone = (_request: Asked, reply: FastifyReply, receipt: Receipt): Promise<FastifyReply> =>
    send(reply, 404, {
      about: 'no_tickets',
      language: receipt.order.language,
      receiptAddress: receiptAddress(checkoutUrl, receipt.receiptToken),
      host: hostOf(receipt),
    });
  registerPasses(pages, { ...deps, openTickets, sendNone });

  pages.get<ByToken>(ROUTES.orderPages.calendar.path, async (request, reply) => {
    const receipt = await openTickets(request, reply);
    if (!receipt) return reply;
    const { reference, language } = receipt.order;
    const orderUrl = receiptAddress(checkoutUrl, reference);
    return keepSecret(reply)
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${receipt.event.slug}.ics"`)
      .send(calendarFile(receipt.event, { reference, orderUrl, language }));
  });
  pages.get<ByToken>(ROUTES.orderPages.pdf.path, async (request, reply) => {
    const receipt = await openTickets(request, reply);
    if (!receipt) return reply;
    const { file } = ticketTextsIn(receipt.order.language).pdf;
    const pdf = await deps.printer.print(receipt, { queue: 'page', signal: clientGone(reply.raw) });
    return keepSecret(reply)
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${receipt.event.slug}-${file}.pdf"`)
      .send(pdf);
  });
}

/** An order has a language; who reads its receipt may want another one. */
const askedLanguageOf = (request: FastifyRequest): Language | null =>
  readLanguage(new URL(request.url, 'http://receipt').searchParams.get('lang'));

const NOTICES: readonly ReceiptNotice[] = [
  'resent',
  'too_often',
  'nothing_to_send',
  'given_back',
  'too_late',
  'used',
  'nothing_left',
  'renamed',
  'rename_refused',
  'rename_too_often',
  'no_name',
  'not_all_yours',
  'return_asked',
  'return_refused',
  'return_too_often',
  'return_open',
  'return_none',
  'returned',
  'return_waiting',
  'return_listed',
  'return_declined',
  'return_gone',
  'return_changed',
  'listing_withdrawn',
  'listing_in_cart',
  'listing_sold',
  'listing_over',
  'passed_on',
  'pass_on_refused',
  'pass_on_too_often',
  'pass_on_same',
  'no_person',
  'disputed',
  'answered',
  'answers_missing',
  'answers_too_late',
  'payment_stopped',
  'invoice_asked',
  'invoice_unchanged',
  'invoice_ask_host',
  'no_invoice',
];

const readNotice = (name: string): ReceiptNotice | null => NOTICES.find((notice) => notice === name) ?? null;

/**
 * Answers an address without a receipt token: for a reference the way to the receipt, which leads through the buyer's inbox,
 * the same whether or not there is such an order; for anything else one page that tells nobody how an address is made.
 */
function withoutOrder(
  request: Asked,
  { isBelow = false, wasAsked = false }: { isBelow?: boolean; wasAsked?: boolean },
): ReceiptPage {
  const language = languageOf(request);
  const reference = readReference(request.params.token);
  if (reference === null) return { about: 'unknown', language };
  const resendAddress = `${isBelow ? '' : `${reference}/`}resend?lang=${language}`;
  return { about: 'reference', language, reference, resendAddress, wasAsked };
}

async function resend(database: Database, orderId: string): Promise<ReceiptNotice> {
  try {
    await database.transaction((tx) => resendTickets(tx, { orderId, askedBy: 'buyer' }));
    return 'resent';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'rate_limited' ? 'too_often' : 'nothing_to_send';
  }
}
