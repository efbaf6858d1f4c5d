import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServer } from '../../../http/server.ts';
import { findOrder, noSuchOrder, type OrderKeys } from '../../../orders/find-order.ts';
import { passOnByBuyer } from '../../../orders/by-buyer/pass-on-by-buyer.ts';
import { askForReturn } from '../../../orders/returns/ask-return.ts';
import { confirmReturn } from '../../../orders/returns/confirm-return.ts';
import { withdrawListing } from '../../../orders/returns/end-listing.ts';
import { findReturnByLink } from '../../../orders/returns/find-return.ts';
import { ROUTES } from '../../../routes.ts';
import { wantsJson } from '../../serving/answer-with-pages.ts';
import { languageOf } from '../embed/server/page-query.ts';
import type { ReceiptPage } from './contract.ts';
import type { ReceiptDeps } from './routes.ts';
import type { Receipt } from './server/load-receipt.ts';
import { readPassOn, readPositions } from './server/read-pass-on.ts';
import { toConfirmReturn } from './server/returns-of-order.ts';
import { backTo, keepSecret, type SendReceiptPage } from './server/send-receipt-page.ts';

type ByToken = { Params: { token: string } };
type ByLink = { Params: { token: string; returnToken: string } };
type Asked = FastifyRequest<ByToken>;

/** The buyer returns tickets, by a mailed link, and gives tickets to others. */
export function registerReturns(
  pages: HttpServer,
  deps: ReceiptDeps & { open: (request: Asked) => Promise<Receipt | null> },
  {
    send,
    withoutOrder,
  }: { send: SendReceiptPage; withoutOrder: (request: Asked, options: { isBelow: boolean }) => ReceiptPage },
): void {
  const { database } = deps;

  /** A button on the receipt, which tells what came of it. */
  const onPress = (
    path: string,
    press: (order: OrderKeys, request: FastifyRequest<ByLink>) => Promise<string>,
    depth = '',
  ): void => {
    pages.post<ByLink>(path, async (request, reply) => {
      const { token } = request.params;
      const order = await findOrder(database, { seenBy: 'buyer', receiptToken: token });
      if (!order && wantsJson(request)) throw noSuchOrder();
      if (!order) return send(reply, 404, withoutOrder(request, { isBelow: true }));
      const outcome = await press(order, request);
      if (wantsJson(request)) return keepSecret(reply).send({ data: { outcome }, status: true });
      return keepSecret(reply).redirect(`${depth}${backTo(request, token, outcome)}`, 303);
    });
  };

  onPress(ROUTES.orderPages.askForReturn.path, ({ id: orderId }, { body }) =>
    database.transaction((tx) => askForReturn(tx, { orderId, positions: readPositions(body) })),
  );

  onPress(
    ROUTES.orderPages.confirmReturn.path,
    ({ id: orderId }, { params }) =>
      database.transaction((tx) => confirmReturn(tx, { orderId, token: params.returnToken })),
    '../',
  );

  onPress(
    ROUTES.orderPages.withdrawListing.path,
    async ({ id: orderId }, { body }) => {
      const [position] = readPositions(body);
      if (position === undefined) return 'listing_over';
      return database.transaction((tx) => withdrawListing(tx, { orderId, position }));
    },
    '../',
  );

  onPress(ROUTES.orderPages.passOn.path, async ({ id: orderId }, { body }) => {
    const given = readPassOn(body);
    if (!given) return 'no_person';
    return database.transaction((tx) => passOnByBuyer(tx, { orderId, ...given }));
  });

  // Mail programs open links to look at them: nothing is confirmed by it.
  pages.get<ByLink>(ROUTES.orderPages.returnLink.path, async (request, reply): Promise<FastifyReply> => {
    const receipt = await deps.open(request);
    if (!receipt) return send(reply, 404, { about: 'unknown', language: languageOf(request) });
    const found = await findReturnByLink(database, {
      orderId: receipt.order.id,
      token: request.params.returnToken,
    });
    const page = toConfirmReturn(receipt, found);
    return send(reply, page.asked ? 200 : 404, { language: receipt.order.language, ...page });
  });
}
