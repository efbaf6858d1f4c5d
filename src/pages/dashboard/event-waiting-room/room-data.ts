import type { HostRoom } from '../../../waiting-room/read-room.ts';
import type { RoomReport } from '../../../waiting-room/report-room.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { ShownReport, ShownRoom } from './data.ts';

const A_MINUTE_MS = 60_000;

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
  series: fillGaps(series, rest.seriesMinutes * A_MINUTE_MS),
});

/** Adds the spans in which nobody was let in, so that the chart's bars are evenly spaced. */
function fillGaps(series: RoomReport['series'], stepMs: number): ShownReport['series'] {
  const counts = new Map(series.map(({ startsAt, letIn }) => [startsAt.getTime(), letIn]));
  const [firstMs, lastMs] = [series[0]?.startsAt.getTime() ?? 0, series.at(-1)?.startsAt.getTime() ?? -1];
  const spans = Math.floor((lastMs - firstMs) / stepMs) + 1;
  return Array.from({ length: Math.max(0, spans) }, (_, nr) => {
    const startsMs = firstMs + nr * stepMs;
    return { startsAt: new Date(startsMs).toISOString(), letIn: counts.get(startsMs) ?? 0 };
  });
}
