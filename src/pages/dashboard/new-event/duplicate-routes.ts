import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { describeDuplication } from '../../../events/describe-duplication.ts';
import { duplicateEvent } from '../../../events/duplicate-event.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { mayMember } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { DuplicateBody } from './bodies.ts';
import { ignoreSecondPress } from './routes.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** An event is made again from another, for another date. */
export function registerDuplicateEvent(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView } = deps;
  const routes = ROUTES.newEvent;

  scope.get(routes.duplicateView.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { event, figures } = await loadEvent(database, member, request.params.eventId);
    const found = await describeDuplication(database, event.eventId);
    assert(found, 'the event was there a moment ago');
    return sendView(request, reply, {
      view: 'duplicateEvent',
      data: {
        event,
        copyId: randomUUIDv7(),
        startsAt: toWallTime(figures.startsAt, event.timezone),
        suggestedAt: toWallTime(found.suggestedAt, event.timezone),
        counts: found.counts,
        webhookUrl: mayMember(member, 'integrations.manage') ? found.webhookUrl : null,
      },
    });
  });

  scope.post(routes.duplicate.path, { schema: { params: ByEvent, body: DuplicateBody } }, async (request) => {
    const { hostId } = memberOf(request);
    const { copyId, name, startsAt } = request.body;
    const { eventId } = request.params;
    await change(request, (tx) =>
      duplicateEvent(tx, { hostId, actor: actorOf(request), eventId, copyId, name: name.trim(), startsAt }),
    ).catch(ignoreSecondPress);
    return { eventId: copyId };
  });
}
