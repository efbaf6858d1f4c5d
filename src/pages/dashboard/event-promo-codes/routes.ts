import { Type } from 'typebox';
import { Id, OneOf } from '../../../http/schema.ts';
import { listPromoOrders } from '../../../orders/list-promo-orders.ts';
import { mayMember } from '../../../powers.ts';
import { addPromoCode } from '../../../reservations/promo-codes/add-promo-codes.ts';
import {
  changePromoCode,
  deletePromoCode,
  endPromoCode,
  resumePromoCode,
} from '../../../reservations/promo-codes/change-promo-code.ts';
import {
  findPromoCode,
  listPromoCodes,
  listTypesOfCodes,
  countPromoCodes,
  PROMO_STATES,
} from '../../../reservations/promo-codes/list-promo-codes.ts';
import { asTyped } from '../../../reservations/promo-codes/promo-code-fields.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { ChangePromoCodeBody, PromoCodeBody, VersionBody } from './bodies.ts';
import { registerPromoFiles } from './promo-files-routes.ts';
import { registerManyPromoCodes } from './many-promo-codes-routes.ts';
import { showPromoCode } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const Cursor = Type.Optional(Id());
const Query = Type.Object({
  cursor: Cursor,
  search: Type.Optional(Type.String({ maxLength: 50, format: 'text' })),
  state: Type.Optional(OneOf(['', ...PROMO_STATES])),
  // Codes of one batch share the moment of their creation.
  made: Type.Optional(
    Type.String({ maxLength: 30, pattern: String.raw`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$` }),
  ),
});

const PAGE = 50;

/** Codes that take something off the price. */
export function registerEventPromoCodes(pages: PageRoutes, deps: Pick<DashboardDeps, 'database'>): void {
  const { view } = pages;
  const { database } = deps;
  const routes = ROUTES.eventPromoCodes;
  registerChanges(pages);
  registerManyPromoCodes(pages, deps);
  registerPromoFiles(pages, deps);

  view(routes.view, { shows: 'eventPromoCodes', query: Query }, async ({ member, params, query }) => {
    const { cursor, search = '', state = '', made = '' } = query;
    const { event } = await loadEvent(database, member, params.eventId);
    const [{ codes, nextCursor }, ticketTypes, total] = await Promise.all([
      listPromoCodes(database, {
        ...params,
        limit: PAGE,
        cursor: cursor ?? null,
        search: search.trim() || null,
        state: state || null,
        madeAt: made ? new Date(made) : null,
      }),
      listTypesOfCodes(database, params),
      countPromoCodes(database, params.eventId),
    ]);
    return {
      event,
      ticketTypes,
      codes: codes.map((code) => showPromoCode(code, event.timezone)),
      nextCursor,
      total,
      filters: { search, state, made },
    };
  });

  const OnePage = Type.Object({ cursor: Cursor });
  view(routes.one, { shows: 'eventPromoCode', query: OnePage }, async ({ member, params, query }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const [code, ticketTypes] = await Promise.all([
      findPromoCode(database, params),
      listTypesOfCodes(database, params),
    ]);
    const used = mayMember(member, 'orders.see')
      ? await listPromoOrders(database, { ...params, limit: PAGE, cursor: query.cursor ?? null })
      : null;
    return {
      event,
      ticketTypes,
      code: showPromoCode(code, event.timezone),
      orders: used?.orders.map((order) => ({ ...order, createdAt: order.createdAt.toISOString() })) ?? null,
      nextCursor: used?.nextCursor ?? null,
    };
  });
}

function registerChanges({ change }: PageRoutes): void {
  const routes = ROUTES.eventPromoCodes;
  change(routes.add, { body: PromoCodeBody, status: 201 }, (tx, { hostId, eventId, actor, ...typed }) =>
    addPromoCode(tx, { hostId, eventId, actor, typed }),
  );
  change(routes.change, { body: ChangePromoCodeBody }, async (tx, input) => {
    const { hostId, eventId, promoCodeId, actor, version, ...changes } = input;
    const which = { hostId, eventId, promoCodeId, actor, version };
    return { code: asTyped(await changePromoCode(tx, { ...which, changes })) };
  });
  change(routes.end, { body: VersionBody }, async (tx, input) => ({
    code: asTyped(await endPromoCode(tx, input)),
  }));
  change(routes.resume, { body: VersionBody }, async (tx, input) => ({
    code: asTyped(await resumePromoCode(tx, input)),
  }));
  change(routes.delete, {}, deletePromoCode);
}
