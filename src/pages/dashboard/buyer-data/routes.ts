import { Type } from 'typebox';
import { eraseBuyer } from '../../../buyer-data/erase-buyer.ts';
import { lookAtBuyer } from '../../../buyer-data/look-at-buyer.ts';
import { exportBuyer } from '../../../buyer-data/export-buyer.ts';
import { localeOf } from '../../../money/countries.ts';
import { describeOrder } from '../../../orders/describe-order.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { BuyerBody, EraseBuyerBody } from './bodies.ts';
import type { BuyerFound } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

// `TSR` and four groups of four.
const FromOrder = Type.Object({ order: Type.Optional(Type.String({ maxLength: 23 })) });

/** All data that a host has of one person: to view, to hand over, and to erase. */
export function registerBuyerData(
  { view, answer, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.buyerData;

  view(routes.view, { shows: 'buyerData', query: FromOrder }, async ({ params: { hostId }, query }) => {
    const { order = '' } = query;
    const found = order === '' ? null : await describeOrder(database, { hostId, reference: order });
    return { email: found?.order.buyer.email ?? '' };
  });

  answer(routes.find, { body: BuyerBody }, async ({ member, body }): Promise<BuyerFound> => {
    const { hostId, country } = member;
    const { orders, hasMore } = await lookAtBuyer(database, { hostId, ...body });
    return {
      hasMore,
      orders: orders.map(({ startsAt, createdAt, ...order }) => ({
        ...order,
        startsAt: startsAt.toISOString(),
        createdAt: createdAt.toISOString(),
        locale: localeOf(member.language, country),
      })),
    };
  });

  change(routes.file, { body: BuyerBody }, exportBuyer);
  change(routes.erase, { body: EraseBuyerBody }, eraseBuyer);
}
