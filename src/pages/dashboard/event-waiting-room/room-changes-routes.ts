import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { momentAt } from '../../../values/wall-time.ts';
import {
  changeRoom,
  closeRoom,
  letInNow,
  openRoom,
  pauseRoom,
  resumeRoom,
  type RoomSettings,
} from '../../../waiting-room/change-room.ts';
import { readRoom } from '../../../waiting-room/read-room.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { ChangeRoomBody, LetInBody, OpenRoomBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** What members do with a waiting room. */
export function registerRoomChanges(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, secretKeys } = deps;
  const { open, change: patch, letIn } = ROUTES.eventWaitingRoom;
  registerWithoutBody(scope, deps);

  scope.post(open.path, { schema: { params: ByEvent, body: OpenRoomBody } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { ...request.params, hostId: member.hostId, actor: actorOf(request) };
    const { event } = await loadEvent(database, member, which.eventId);
    const { drawsAt, ...rest } = request.body;
    const settings = { ...rest, drawsAt: momentAt(drawsAt, event.timezone) };
    await change(request, (tx) => openRoom(tx, { ...which, settings, secretKeys }));
    return reply.code(201).send({});
  });

  scope.patch(patch.path, { schema: { params: ByEvent, body: ChangeRoomBody } }, async (request) => {
    const member = memberOf(request);
    const which = { ...request.params, hostId: member.hostId, actor: actorOf(request) };
    const { event } = await loadEvent(database, member, which.eventId);
    const { drawsAt, ...rest } = request.body;
    await change(request, async (tx) => {
      const room = await readRoom(tx, which);
      if (!room) throw new Refusal('not_found', 'This event has no waiting room.');
      const settings = {
        ...settingsOf(room),
        ...rest,
        ...(drawsAt !== undefined && { drawsAt: momentAt(drawsAt, event.timezone, room.drawsAt) }),
      };
      await changeRoom(tx, { ...which, settings });
    });
    return {};
  });

  scope.post(letIn.path, { schema: { params: ByEvent, body: LetInBody } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    await change(request, (tx) => letInNow(tx, { ...which, count: request.body.count }));
    return {};
  });
}

const settingsOf = (room: RoomSettings): RoomSettings => ({
  drawsAt: room.drawsAt,
  perMinute: room.perMinute,
  mostInside: room.mostInside,
  admissionMinutes: room.admissionMinutes,
  asksEmail: room.asksEmail,
});

const WITHOUT_BODY = { pause: pauseRoom, resume: resumeRoom, close: closeRoom };

function registerWithoutBody(scope: HttpServer, { change }: DashboardDeps): void {
  for (const [name, work] of Object.entries(WITHOUT_BODY)) {
    const { path } = ROUTES.eventWaitingRoom[name as keyof typeof WITHOUT_BODY];
    scope.post(path, { schema: { params: ByEvent } }, async (request) => {
      const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
      await change(request, (tx) => work(tx, which));
      return {};
    });
  }
}
