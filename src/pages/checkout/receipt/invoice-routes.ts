import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReceiptInvoice, ReceiptNotice, ReceiptPage } from './contract.ts';
import type { HttpServer } from '../../../http/server.ts';
import { clientGone } from '../../../http/client-gone.ts';
import { nameInvoiceFile } from '../../../invoices/archive/archive-invoices.ts';
import { askForInvoice } from '../../../invoices/ask-for-invoice.ts';
import { findInvoice } from '../../../invoices/find-invoice.ts';
import { ROUTES } from '../../../routes.ts';
import { queryOf, readPageQuery } from '../embed/server/page-query.ts';
import { pickFields, readInvoices } from './server/invoices-of-order.ts';
import type { Receipt } from './server/load-receipt.ts';
import { backTo, keepSecret, type SendReceiptPage } from './server/send-receipt-page.ts';
import type { ReceiptDeps } from './routes.ts';

type ByToken = { Params: { token: string } };
type ByInvoice = { Params: { token: string; invoiceId: string } };
type Asked = FastifyRequest<ByToken>;

type Pages = {
  send: SendReceiptPage;
  withoutOrder: (request: Asked, options: { isBelow: boolean }) => ReceiptPage;
  toPage: (
    deps: ReceiptDeps,
    request: Asked,
    shown: { receipt: Receipt; notice: ReceiptNotice | null; invoice: ReceiptInvoice | null },
  ) => Promise<ReceiptPage>;
};

const NOTICES = {
  asked: 'invoice_asked',
  unchanged: 'invoice_unchanged',
  ask_host: 'invoice_ask_host',
  no_invoice: 'no_invoice',
} as const;

/** The buyer asks for an invoice, or for another one, and fetches those that are there. */
export function registerInvoices(
  pages: HttpServer,
  deps: ReceiptDeps & { open: (request: Asked) => Promise<Receipt | null> },
  { send, withoutOrder, toPage }: Pages,
): void {
  const { database, invoicePrinter } = deps;
  const sendNoOrder = (request: Asked, reply: FastifyReply): Promise<FastifyReply> =>
    send(reply, 404, withoutOrder(request, { isBelow: true }));

  pages.post<ByToken & { Body: Record<string, unknown> | null }>(
    ROUTES.orderPages.askForInvoice.path,
    async (request, reply) => {
      const receipt = await deps.open(request);
      if (!receipt) return sendNoOrder(request, reply);
      const typed = pickFields(request.body ?? {});
      const orderId = receipt.order.id;
      const done = await database.transaction((tx) =>
        askForInvoice(tx, { orderId, typed, askedBy: 'buyer' }),
      );
      if (done.outcome !== 'wrong')
        return keepSecret(reply).redirect(backTo(request, request.params.token, NOTICES[done.outcome]), 303);
      // The form as it was typed: nobody types an address twice.
      const invoice = await readInvoices(database, receipt);
      const shown = invoice && { ...invoice, draft: typed, problems: done.problems };
      // The page lies one step below the receipt, and its addresses begin with the token.
      const { receiptToken, ticketsToken } = receipt;
      const below = {
        ...receipt,
        receiptToken: `../${receiptToken}`,
        ticketsToken: ticketsToken && `../${ticketsToken}`,
      };
      return send(
        reply,
        400,
        await toPage(deps, request, { receipt: below, notice: 'invoice_wrong', invoice: shown }),
      );
    },
  );

  // A form that was wrong is answered here. Whoever opens that again, or in another language, is on the way to the receipt.
  pages.get<ByToken>(ROUTES.orderPages.invoiceForm.path, async (request, reply) => {
    if (!(await deps.open(request))) return sendNoOrder(request, reply);
    const { language } = readPageQuery(queryOf(request));
    const asked = language === null ? '' : `?lang=${language}`;
    return keepSecret(reply).redirect(`../${encodeURIComponent(request.params.token)}${asked}#invoices`, 303);
  });

  pages.get<ByInvoice>(ROUTES.orderPages.invoice.path, async (request, reply) => {
    const receipt = await deps.open(request);
    const found =
      receipt &&
      (await findInvoice(database, { orderId: receipt.order.id, invoiceId: request.params.invoiceId }));
    if (!found) return sendNoOrder(request, reply);
    const { invoice, hasFacturX } = found;
    const pdf = await invoicePrinter.print(invoice, {
      facturX: hasFacturX,
      queue: 'page',
      signal: clientGone(reply.raw),
    });
    return keepSecret(reply)
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${nameInvoiceFile(invoice)}"`)
      .send(pdf);
  });
}
