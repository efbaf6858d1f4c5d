import { Type } from 'typebox';
import { deleteDraft } from '../../../events/delete-draft.ts';
import { changeVisibility, publishEvent, unpublishEvent } from '../../../events/publish-event.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { PublishBody, VisibilityBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** A draft becomes public, goes back or goes away; and how much of a public event is seen. */
export function registerPublishing(scope: HttpServer, deps: DashboardDeps): void {
  const { change } = deps;
  const routes = ROUTES.dashboard;

  scope.post(
    routes.publishEvent.path,
    { schema: { params: ByEvent, body: PublishBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const { eventId } = request.params;
      await change(request, (tx) =>
        publishEvent(tx, deps, { hostId, eventId, actor: actorOf(request), ...request.body }),
      );
      return {};
    },
  );

  scope.post(routes.unpublishEvent.path, { schema: { params: ByEvent } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.params;
    await change(request, (tx) => unpublishEvent(tx, { hostId, eventId, actor: actorOf(request) }));
    return {};
  });

  scope.patch(
    routes.changeVisibility.path,
    { schema: { params: ByEvent, body: VisibilityBody } },
    async (request) => {
      const { hostId } = memberOf(request);
      const { eventId } = request.params;
      await change(request, (tx) =>
        changeVisibility(tx, { hostId, eventId, actor: actorOf(request), changes: request.body }),
      );
      return {};
    },
  );

  scope.delete(routes.deleteDraft.path, { schema: { params: ByEvent } }, async (request) => {
    const { hostId } = memberOf(request);
    const { eventId } = request.params;
    await change(request, (tx) => deleteDraft(tx, { hostId, eventId, actor: actorOf(request) }));
    return {};
  });
}
