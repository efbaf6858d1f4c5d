import { cancelEvent } from '../../../cancelling/cancel-event.ts';
import { postponeEvent } from '../../../cancelling/postpone-event.ts';
import { readCancelling, type Cancelling } from '../../../cancelling/read-cancelling.ts';
import { retryCancellation, retryCancelledOrder } from '../../../cancelling/retry-cancellation.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { CancelBody, PostponeBody, PostponeWithOfferBody } from './bodies.ts';
import type { EventCancelView } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Cancels or postpones an event. */
export function registerEventCancel(
  { view, change }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'gateways'>,
): void {
  const routes = ROUTES.eventCancel;
  view(routes.view, { shows: 'eventCancel' }, async ({ member, params }) => {
    const { event } = await loadEvent(deps.database, member, params.eventId);
    return { ...show(await readCancelling(deps, params)), event };
  });
  change(routes.cancel, { body: CancelBody }, (tx, input) => cancelEvent(tx, { ...input, mayRefund: true }));
  change(routes.cancelUnpaid, { body: CancelBody }, (tx, input) =>
    cancelEvent(tx, { ...input, mayRefund: false }),
  );
  change(routes.retry, {}, retryCancelledOrder);
  change(routes.retryAll, {}, retryCancellation);
  change(routes.postpone, { body: PostponeBody }, (tx, input) =>
    postponeEvent(tx, { ...input, refundUntil: null }),
  );
  change(routes.postponeWithOffer, { body: PostponeWithOfferBody }, postponeEvent);
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
