import { Type } from 'typebox';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
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
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { ChangePromoCodeBody, PromoCodeBody, VersionBody } from './bodies.ts';
import { registerPromoFiles } from './promo-files-routes.ts';
import { registerManyPromoCodes } from './many-promo-codes-routes.ts';
import { showPromoCode } from './data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByCode = Type.Object({ hostId: Id(), eventId: Id(), promoCodeId: Id() });
const Cursor = Type.Optional(Id());
const Query = Type.Object({
  cursor: Cursor,
  search: Type.Optional(Type.String({ maxLength: 50, format: 'text' })),
  state: Type.Optional(OneOf(['', ...PROMO_STATES])),
  // What was made together has its moment in common.
  made: Type.Optional(
    Type.String({ maxLength: 30, pattern: String.raw`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$` }),
  ),
});

const PAGE = 50;

/** Codes that take something off the price. */
export function registerEventPromoCodes(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView } = deps;
  const { view, one } = ROUTES.eventPromoCodes;
  registerChanges(scope, deps);
  registerManyPromoCodes(scope, deps);
  registerPromoFiles(scope, deps);

  scope.get(view.path, { schema: { params: ByEvent, querystring: Query } }, async (request, reply) => {
    const member = memberOf(request);
    const { hostId } = member;
    const { eventId } = request.params;
    const { cursor, search = '', state = '', made = '' } = request.query;
    const { event } = await loadEvent(database, member, eventId);
    const [{ codes, nextCursor }, ticketTypes, total] = await Promise.all([
      listPromoCodes(database, {
        hostId,
        eventId,
        limit: PAGE,
        cursor: cursor ?? null,
        search: search.trim() || null,
        state: state || null,
        madeAt: made ? new Date(made) : null,
      }),
      listTypesOfCodes(database, { hostId, eventId }),
      countPromoCodes(database, eventId),
    ]);
    return sendView(request, reply, {
      view: 'eventPromoCodes',
      data: {
        event,
        ticketTypes,
        codes: codes.map((code) => showPromoCode(code, event.timezone)),
        nextCursor,
        total,
        filters: { search, state, made },
      },
    });
  });

  scope.get(
    one.path,
    { schema: { params: ByCode, querystring: Type.Object({ cursor: Cursor }) } },
    async (request, reply) => {
      const member = memberOf(request);
      const which = { ...request.params, hostId: member.hostId };
      const { event } = await loadEvent(database, member, which.eventId);
      const [code, ticketTypes] = await Promise.all([
        findPromoCode(database, which),
        listTypesOfCodes(database, which),
      ]);
      const used = mayMember(member, 'orders.see')
        ? await listPromoOrders(database, { ...which, limit: PAGE, cursor: request.query.cursor ?? null })
        : null;
      return sendView(request, reply, {
        view: 'eventPromoCode',
        data: {
          event,
          ticketTypes,
          code: showPromoCode(code, event.timezone),
          orders:
            used?.orders.map((order) => ({ ...order, createdAt: order.createdAt.toISOString() })) ?? null,
          nextCursor: used?.nextCursor ?? null,
        },
      });
    },
  );
}

function registerChanges(scope: HttpServer, { change }: DashboardDeps): void {
  const { add, change: edit, end, resume, delete: remove } = ROUTES.eventPromoCodes;

  scope.post(add.path, { schema: { params: ByEvent, body: PromoCodeBody } }, async (request, reply) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.params;
    const added = await change(request, (tx) =>
      addPromoCode(tx, { hostId, eventId, actor: actorOf(request), typed: request.body }),
    );
    return reply.code(201).send(added);
  });

  scope.patch(edit.path, { schema: { params: ByCode, body: ChangePromoCodeBody } }, async (request) => {
    const { version, ...changes } = request.body;
    const which = { ...request.params, hostId: memberOf(request).hostId };
    const changed = await change(request, (tx) =>
      changePromoCode(tx, { ...which, actor: actorOf(request), version, changes }),
    );
    return { code: asTyped(changed) };
  });

  for (const [route, act] of [[end, endPromoCode] as const, [resume, resumePromoCode] as const]) {
    scope.post(route.path, { schema: { params: ByCode, body: VersionBody } }, async (request) => {
      const which = { ...request.params, hostId: memberOf(request).hostId };
      const { version } = request.body;
      const changed = await change(request, (tx) => act(tx, { ...which, actor: actorOf(request), version }));
      return { code: asTyped(changed) };
    });
  }

  scope.delete(remove.path, { schema: { params: ByCode } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId };
    await change(request, (tx) => deletePromoCode(tx, { ...which, actor: actorOf(request) }));
    return {};
  });
}
