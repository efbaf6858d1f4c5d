import type { HostRoom } from '../../waiting-room/read-room.ts';
import type { RoomReport } from '../../waiting-room/report-room.ts';
import { toWallTime } from '../../values/wall-time.ts';
import type { ShownReport, ShownRoom } from './event-waiting-room-view.ts';

export const showRoom = (room: HostRoom, timezone: string): ShownRoom => ({
  phase: room.phase,
  drawsAt: room.drawsAt.toISOString(),
  isDrawn: room.drawnAt !== null,
  settings: {
    drawsAt: toWallTime(room.drawsAt, timezone),
    perMinute: room.perMinute,
    mostInside: room.mostInside,
    admissionMinutes: room.admissionMinutes,
    asksEmail: room.asksEmail,
  },
  early: room.earlyCount,
  late: room.lateCount,
  waiting: room.waitingNow,
  inside: room.inside,
  letIn: room.letIn,
  pace: room.pace,
  seedHash: room.seedHash,
  seed: room.seed,
});

export const showReport = ({ linedUp, startedAt, endedAt, series, ...rest }: RoomReport): ShownReport => ({
  ...rest,
  ...linedUp,
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  series: series.map(({ startsAt, letIn }) => ({ startsAt: startsAt.toISOString(), letIn })),
});
