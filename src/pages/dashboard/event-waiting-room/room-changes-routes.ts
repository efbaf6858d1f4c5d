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
import { ChangeRoomBody, LetInBody, OpenRoomBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Changes of a waiting room by members. */
export function registerRoomChanges(
  { answer, change }: PageRoutes,
  { database, secretKeys }: Pick<DashboardDeps, 'database' | 'secretKeys'>,
): void {
  const routes = ROUTES.eventWaitingRoom;
  change(routes.pause, {}, pauseRoom);
  change(routes.resume, {}, resumeRoom);
  change(routes.close, {}, closeRoom);
  change(routes.letIn, { body: LetInBody }, letInNow);

  answer(
    routes.open,
    { body: OpenRoomBody, status: 201 },
    async ({ member, params, actor, body: { drawsAt, ...rest }, inChange }) => {
      const { event } = await loadEvent(database, member, params.eventId);
      const settings = { ...rest, drawsAt: momentAt(drawsAt, event.timezone) };
      await inChange((tx) => openRoom(tx, { ...params, actor, settings, secretKeys }));
    },
  );

  answer(
    routes.change,
    { body: ChangeRoomBody },
    async ({ member, params, actor, body: { drawsAt, ...rest }, inChange }) => {
      const { event } = await loadEvent(database, member, params.eventId);
      await inChange(async (tx) => {
        const room = await readRoom(tx, params);
        if (!room) throw new Refusal('not_found', 'This event has no waiting room.');
        const settings = {
          ...settingsOf(room),
          ...rest,
          ...(drawsAt !== undefined && { drawsAt: momentAt(drawsAt, event.timezone, room.drawsAt) }),
        };
        await changeRoom(tx, { ...params, actor, settings });
      });
    },
  );
}

const settingsOf = (room: RoomSettings): RoomSettings => ({
  drawsAt: room.drawsAt,
  perMinute: room.perMinute,
  mostInside: room.mostInside,
  admissionMinutes: room.admissionMinutes,
  asksEmail: room.asksEmail,
});
