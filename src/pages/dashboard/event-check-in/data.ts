import type { WaitingScans } from '../../../check-in/late-scans/decide-late-scans.ts';
import type {
  DeviceShown,
  CheckIn,
  CheckInCounts as Counts,
  Counted,
} from '../../../check-in/read-check-in.ts';
import type { Seat } from '../../../tickets/list-order-tickets.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { createHash } from 'node:crypto';
import type { LoggedScan, ScanFilters } from '../../../check-in/list-scans.ts';
import {
  REFUSED_FOR,
  tookEffect,
  type Conflict,
  type ScanHow,
  type ScanKind,
  type ScanOutcome,
} from '../../../rules/scan.ts';
import type { ScanFilter } from './scan-filter.ts';
import type { Arrivals, ArrivalsReport } from '../../../check-in/read-arrivals.ts';

// Dates are in ISO 8601.

/** Counts of valid tickets: expected, came, and inside at this moment. */
export type GuestCount = { expected: number; came: number; inside: number };

/** Changes all evening; sent live. */
export type CheckInCounts = GuestCount & {
  types: (GuestCount & { ticketTypeId: string })[];
  /** Guests by door, removed ones included; null: no door, but the dashboard or a program. */
  doors: { doorId: string | null; came: number }[];
};

export type DeviceState = DeviceShown['state'];

export type ShownDevice = {
  deviceId: string;
  name: string;
  maySearch: boolean;
  /** `waiting`: no phone has used its link yet; `link_ended`: none has, and the link has expired. */
  state: DeviceState;
  /** For a link that nobody has used yet. */
  linkExpiresAt: string | null;
  pairedAt: string | null;
  endsAt: string;
  /** To the minute. */
  lastSeenAt: string | null;
  /** The number of unsent scans that it last reported. */
  waitingScans: number;
};

export type ShownDoor = {
  doorId: string;
  name: string;
  /** Empty: every ticket type. */
  ticketTypeIds: string[];
  version: number;
  devices: ShownDevice[];
};

/** The door, device and time of an entry. */
export type ShownEntry = { at: string; door: string | null; device: string | null };

/** An offline decision that was wrong, for a person to check. */
export type ShownConflict = ShownEntry & {
  scanId: string;
  why: Conflict;
  /** Null: the code of no ticket. */
  guest: ShownScanGuest | null;
  /** The earlier entry of a guest who came in twice. */
  before: ShownEntry | null;
};

export type ShownScanGuest = {
  firstName: string;
  lastName: string;
  typeName: string;
  seat: Seat | null;
  orderReference: string;
};

export type ShownWaiting = Omit<WaitingScans, 'firstAt' | 'lastAt'> & { firstAt: string; lastAt: string };

export type EventCheckInView = {
  event: ShownEvent;
  ticketTypes: { id: string; name: string }[];
  counts: CheckInCounts;
  doors: ShownDoor[];
  rules: { allowsReentry: boolean; opensMinutesBefore: number | null; opensAt: string; isOpen: boolean };
  /** Scans of revoked phones, for the host to accept or discard. */
  waiting: ShownWaiting[];
  /** The newest ones. `conflictCount` is the number of all. */
  conflicts: ShownConflict[];
  conflictCount: number;
};

/** The stream's event `check_in`: the counts, and a mark for each part of the page, which reloads when its mark changes. */
export type LiveCheckIn = {
  counts: CheckInCounts;
  /** The mark of doors, devices, rules, conflicts and late scans. */
  mark: string;
  /** The mark of everything that may have added a scan. */
  scanMark: string;
};

/** Shown once: anybody with the link may pair a phone. */
export type DeviceLink = {
  deviceId: string;
  address: string;
  qr: { side: number; path: string };
  secondsLeft: number;
};

/** A sheet of links to print, for a phone each. Shown once. */
export type DeviceSheet = { links: (DeviceLink & { name: string })[]; expiresAt: string };

export type ShownScan = ShownEntry & {
  scanId: string;
  /** The member who undid it in the dashboard. */
  member: string | null;
  kind: ScanKind;
  how: ScanHow;
  outcome: ScanOutcome;
  guest: ShownScanGuest | null;
  /** The device decided offline. */
  wasOffline: boolean;
  isConflict: boolean;
  isUndone: boolean;
  /** Can be undone from here. */
  mayUndo: boolean;
};

/** Scans, newest first. */
export type ScanLog = { scans: ShownScan[]; nextCursor: string | null };

export type EventScansView = ScanLog & {
  event: ShownEvent;
  doors: { doorId: string; name: string }[];
};

/** Guests of each quarter of an hour, by door or by ticket type. */
export type CameBy = { id: string; name: string; came: number[] };

/** Arrivals: guests by quarters of an hour, each at their first entry. */
export type EventArrivalsView = {
  event: ShownEvent;
  /** The start of each quarter, from the first to the last with an arrival. */
  quarters: string[];
  types: CameBy[];
  /** `id` empty: no door. */
  doors: CameBy[];
  ticketTypes: { ticketTypeId: string; name: string; expected: number; came: number; noShows: number }[];
};

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

/** A page reloads when a mark changes. Phones that are merely seen change the first mark once a minute. */
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

export const NO_FILTERS: ScanFilters = { doorId: null, deviceId: null, outcomes: null, onlyConflicts: false };

export function toFilters(filter: ScanFilter | null): ScanFilters {
  if (filter === null) return NO_FILTERS;
  if (filter === 'conflict') return { ...NO_FILTERS, onlyConflicts: true };
  return { ...NO_FILTERS, outcomes: filter === 'any_refusal' ? [...REFUSED_FOR] : [filter] };
}

export const showScan = (scan: LoggedScan): ShownScan => ({
  scanId: scan.scanId,
  at: scan.at.toISOString(),
  door: scan.doorName,
  device: scan.deviceName,
  member: scan.memberName,
  kind: scan.kind,
  how: scan.how,
  outcome: scan.outcome,
  guest: showGuest(scan),
  wasOffline: scan.wasOffline,
  isConflict: scan.conflict !== null,
  isUndone: scan.isUndone,
  mayUndo: tookEffect(scan.outcome) && !scan.isUndone,
});

export function showConflict(scan: LoggedScan): ShownConflict[] {
  const { scanId, conflict, other } = scan;
  if (conflict === null) return [];
  return [
    {
      scanId,
      at: scan.at.toISOString(),
      door: scan.doorName,
      device: scan.deviceName,
      why: conflict,
      guest: showGuest(scan),
      before: other && { at: other.at.toISOString(), door: other.door, device: other.device },
    },
  ];
}

function showGuest({ guest }: LoggedScan): ShownScanGuest | null {
  if (!guest) return null;
  const { firstName, lastName, typeName, seat, orderReference } = guest;
  return { firstName, lastName, typeName, seat, orderReference };
}

const QUARTER_MS = 15 * 60_000;
// Two days: one entry by mistake a month earlier must not make a chart of a thousand empty bars.
const MAX_QUARTERS = 192;

/** Every quarter of an hour from the first arrival on, empty ones included; at most the last two days. */
export function showArrivals({
  quarters,
  doors,
  ticketTypes,
}: ArrivalsReport): Omit<EventArrivalsView, 'event'> {
  const arrivals = quarters.filter(({ cameIn }) => cameIn > 0);
  const times = arrivals.map(({ at }) => at.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const count = times.length === 0 ? 0 : Math.min(MAX_QUARTERS, (last - first) / QUARTER_MS + 1);
  const from = last - (count - 1) * QUARTER_MS;
  const cameBy = (id: string, name: string, isOf: (arrival: Arrivals) => boolean): CameBy => {
    const came = Array.from({ length: count }, () => 0);
    for (const arrival of arrivals.filter(isOf)) {
      const nr = (arrival.at.getTime() - from) / QUARTER_MS;
      if (nr >= 0) came[nr] = (came[nr] ?? 0) + arrival.cameIn;
    }
    return { id, name, came };
  };
  const byDoor = [
    ...doors.map(({ doorId, name }) => cameBy(doorId, name, (arrival) => arrival.doorId === doorId)),
    cameBy('', '', (arrival) => arrival.doorId === null),
  ];
  return {
    quarters: Array.from({ length: count }, (_, nr) => new Date(from + nr * QUARTER_MS).toISOString()),
    types: ticketTypes.map(({ ticketTypeId, name }) =>
      cameBy(ticketTypeId, name, (arrival) => arrival.ticketTypeId === ticketTypeId),
    ),
    doors: byDoor.filter(({ came }) => came.some((guests) => guests > 0)),
    ticketTypes: ticketTypes.map(({ cameIn, ...type }) => ({ ...type, came: cameIn })),
  };
}
