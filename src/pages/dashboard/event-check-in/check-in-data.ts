import { createHash } from 'node:crypto';
import type {
  CheckIn,
  CheckInCounts as Counts,
  Counted,
  DeviceShown,
} from '../../../check-in/read-check-in.ts';
import type {
  CheckInCounts,
  EventCheckInView,
  GuestCount,
  LiveCheckIn,
  ShownDevice,
  ShownDoor,
  ShownWaiting,
} from './data.ts';

const MINUTE_MS = 60_000;

export function showCounts({ total, expected, ticketTypes, doors }: Counts): CheckInCounts {
  return {
    ...showCount(total, expected),
    types: ticketTypes.map((type) => ({
      ticketTypeId: type.ticketTypeId,
      ...showCount(type, type.expected),
    })),
    doors: doors.map(({ doorId, cameIn }) => ({ doorId, came: cameIn })),
  };
}

const showCount = ({ cameIn, inside }: Counted, expected: number): GuestCount => ({
  expected,
  came: cameIn,
  inside,
});

export const showDoors = ({ doors, devices }: CheckIn): ShownDoor[] =>
  doors.map(({ doorId, name, ticketTypeIds, version }) => ({
    doorId,
    name,
    ticketTypeIds: ticketTypeIds ?? [],
    version,
    devices: devices.filter((device) => device.doorId === doorId).map(showDevice),
  }));

const showDevice = (device: DeviceShown): ShownDevice => ({
  deviceId: device.deviceId,
  name: device.name,
  maySearch: device.maySearch,
  state: device.state,
  linkExpiresAt: device.linkExpiresAt?.toISOString() ?? null,
  pairedAt: device.pairedAt?.toISOString() ?? null,
  endsAt: device.endsAt.toISOString(),
  lastSeenAt: device.lastSeenAt && toMinute(device.lastSeenAt),
  waitingScans: device.waitingScans,
});

export const showRules = ({ rules }: CheckIn): EventCheckInView['rules'] => ({
  ...rules,
  opensAt: rules.opensAt.toISOString(),
});

export const showWaiting = ({ waiting }: CheckIn): ShownWaiting[] =>
  waiting.map((one) => ({ ...one, firstAt: one.firstAt.toISOString(), lastAt: one.lastAt.toISOString() }));

const toMinute = (at: Date): string =>
  new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();

/** A page that shows a mark asks again when there is another one. Phones that are merely seen change the first once a minute. */
export function showLive(checkIn: CheckIn): LiveCheckIn {
  const { counts, rules } = checkIn;
  const seen = checkIn.devices.map(({ lastSeenAt }) => lastSeenAt);
  return {
    counts: showCounts(counts),
    mark: markOf([showDoors(checkIn), rules, counts.conflicts, showWaiting(checkIn)]),
    scanMark: markOf([counts, seen]),
  };
}

const markOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
