import { Type } from 'typebox';
import { cancelEvent } from '../../../cancelling/cancel-event.ts';
import { postponeEvent } from '../../../cancelling/postpone-event.ts';
import { readCancelling, type Cancelling } from '../../../cancelling/read-cancelling.ts';
import { retryCancellation, retryCancelledOrder } from '../../../cancelling/retry-cancellation.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { CancelBody, PostponeBody, PostponeWithOfferBody } from './bodies.ts';
import type { EventCancelView } from './data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByRefund = Type.Object({ hostId: Id(), eventId: Id(), refundId: Id() });

/** An event is cancelled, or moved to another day. */
export function registerEventCancel(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView } = deps;
  scope.get(ROUTES.eventCancel.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { hostId } = member;
    const { eventId } = request.params;
    const { event } = await loadEvent(database, member, eventId);
    const cancelling = await readCancelling(deps, { hostId, eventId });
    return sendView(request, reply, { view: 'eventCancel', data: { ...show(cancelling), event } });
  });
  registerCancel(scope, deps);
  registerRetry(scope, deps);
  registerPostpone(scope, deps);
}

function registerCancel(scope: HttpServer, { change }: DashboardDeps): void {
  const { cancel, cancelUnpaid } = ROUTES.eventCancel;
  for (const { path, mayRefund } of [
    { path: cancel.path, mayRefund: true },
    { path: cancelUnpaid.path, mayRefund: false },
  ])
    scope.post(path, { schema: { params: ByEvent, body: CancelBody } }, async (request) => {
      const { hostId } = memberOf(request);
      const { eventId } = request.params;
      const actor = actorOf(request);
      await change(request, (tx) => cancelEvent(tx, { hostId, eventId, actor, mayRefund, ...request.body }));
      return { cancelled: true };
    });
}

function registerRetry(scope: HttpServer, { change }: DashboardDeps): void {
  scope.post(ROUTES.eventCancel.retry.path, { schema: { params: ByRefund } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId, refundId } = request.params;
    const actor = actorOf(request);
    await change(request, (tx) => retryCancelledOrder(tx, { hostId, eventId, actor, refundId }));
    return { retried: true };
  });
  scope.post(ROUTES.eventCancel.retryAll.path, { schema: { params: ByEvent } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.params;
    await change(request, (tx) => retryCancellation(tx, { hostId, eventId, actor: actorOf(request) }));
    return { retried: true };
  });
}

function registerPostpone(scope: HttpServer, { change }: DashboardDeps): void {
  const { postpone, postponeWithOffer } = ROUTES.eventCancel;
  scope.post(postpone.path, { schema: { params: ByEvent, body: PostponeBody } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.params;
    const actor = actorOf(request);
    return change(request, (tx) =>
      postponeEvent(tx, { hostId, eventId, actor, ...request.body, refundUntil: null }),
    );
  });
  scope.post(
    postponeWithOffer.path,
    { schema: { params: ByEvent, body: PostponeWithOfferBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const { eventId } = request.params;
      const actor = actorOf(request);
      return change(request, (tx) => postponeEvent(tx, { hostId, eventId, actor, ...request.body }));
    },
  );
}

const iso = (at: Date | null): string | null => at && at.toISOString();

function show({ event, plan, unusable, ...cancelling }: Cancelling): Omit<EventCancelView, 'event'> {
  const { cancellation, postponements, byHand, saleEnds } = cancelling;
  return {
    version: event.version,
    plan,
    unusable,
    cancellation: cancellation && {
      ...cancellation,
      createdAt: cancellation.createdAt.toISOString(),
      finishedAt: iso(cancellation.finishedAt),
    },
    postponements: postponements.map((move) => ({
      ...move,
      createdAt: move.createdAt.toISOString(),
      oldStartsAt: move.oldStartsAt.toISOString(),
      newStartsAt: move.newStartsAt.toISOString(),
      refundUntil: iso(move.refundUntil),
      finishedAt: iso(move.finishedAt),
    })),
    byHand,
    saleEnds: saleEnds.map(({ name, endsAt }) => ({ name, endsAt: endsAt.toISOString() })),
  };
}
