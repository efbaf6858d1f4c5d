import { Type } from 'typebox';
import { eraseBuyer } from '../../../buyer-data/erase-buyer.ts';
import { lookAtBuyer } from '../../../buyer-data/look-at-buyer.ts';
import { exportBuyer } from '../../../buyer-data/export-buyer.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { localeOf } from '../../../money/countries.ts';
import { describeOrder } from '../../../orders/describe-order.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { BuyerBody, EraseBuyerBody } from './bodies.ts';
import type { BuyerFound } from './data.ts';

const ByHost = Type.Object({ hostId: Id() });
// `TSR` and four groups of four.
const FromOrder = Type.Object({ order: Type.Optional(Type.String({ maxLength: 23 })) });

/** All that a host has of one person: to look at, to give to them, and to erase. */
export function registerBuyerData(scope: HttpServer, { database, change, sendView }: DashboardDeps): void {
  const { view, find, file, erase } = ROUTES.buyerData;

  scope.get(view.path, { schema: { params: ByHost, querystring: FromOrder } }, async (request, reply) => {
    const { hostId } = memberOf(request);
    const { order = '' } = request.query;
    const found = order === '' ? null : await describeOrder(database, { hostId, reference: order });
    return sendView(request, reply, {
      view: 'buyerData',
      data: { email: found?.order.buyer.email ?? '' },
    });
  });

  scope.post(
    find.path,
    { schema: { params: ByHost, body: BuyerBody } },
    async (request): Promise<BuyerFound> => {
      const { hostId, country } = memberOf(request);
      const { orders, hasMore } = await lookAtBuyer(database, { hostId, ...request.body });
      return {
        hasMore,
        orders: orders.map(({ startsAt, createdAt, ...order }) => ({
          ...order,
          startsAt: startsAt.toISOString(),
          createdAt: createdAt.toISOString(),
          locale: localeOf('en', country),
        })),
      };
    },
  );

  scope.post(file.path, { schema: { params: ByHost, body: BuyerBody } }, async (request) => {
    const { hostId } = memberOf(request);
    return change(request, (tx) => exportBuyer(tx, { hostId, actor: actorOf(request), ...request.body }));
  });

  scope.post(erase.path, { schema: { params: ByHost, body: EraseBuyerBody } }, async (request) => {
    const { hostId } = memberOf(request);
    return change(request, (tx) => eraseBuyer(tx, { hostId, actor: actorOf(request), ...request.body }));
  });
}
