import type { WaitingScans } from '../../../check-in/decide-late-scans.ts';
import type { DeviceShown } from '../../../check-in/read-check-in.ts';
import type { Conflict, ScanHow, ScanKind, ScanOutcome } from '../../../values/scan.ts';
import type { Seat } from '../../../tickets/list-order-tickets.ts';
import type { HomeEvent } from '../home/data.ts';

// Dates are in ISO 8601.

/** Of tickets that are good: how many are expected, how many of them have come, and how many are inside at this moment. */
export type GuestCount = { expected: number; came: number; inside: number };

/** What changes all evening, told live. */
export type CheckInCounts = GuestCount & {
  types: (GuestCount & { ticketTypeId: string })[];
  /** Guests by the door that they came in by; null: by none, but by the dashboard or a program. Removed doors are among them. */
  doors: { doorId: string | null; came: number }[];
};

export type DeviceState = DeviceShown['state'];

export type ShownDevice = {
  deviceId: string;
  name: string;
  maySearch: boolean;
  /** `waiting`: for a phone that takes its link; `link_ended`: none has, and the link is dead. */
  state: DeviceState;
  /** Of a link that nobody has taken yet. */
  linkExpiresAt: string | null;
  pairedAt: string | null;
  endsAt: string;
  /** To the minute. */
  lastSeenAt: string | null;
  /** How many scans it last said it still had to send. */
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

/** Where and when somebody was let in. */
export type ShownEntry = { at: string; door: string | null; device: string | null };

/** What happened offline and should not have: for a person to look at. */
export type ShownConflict = ShownEntry & {
  scanId: string;
  why: Conflict;
  /** Null: of a code that is no ticket's. */
  guest: ShownScanGuest | null;
  /** The admission before it, of one who came in twice. */
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
  event: HomeEvent;
  ticketTypes: { id: string; name: string }[];
  counts: CheckInCounts;
  doors: ShownDoor[];
  rules: { allowsReentry: boolean; opensMinutesBefore: number | null; opensAt: string; isOpen: boolean };
  /** Of phones that are out, for the host to accept or discard. */
  waiting: ShownWaiting[];
  /** The newest; `conflictCount` of them there are. */
  conflicts: ShownConflict[];
  conflictCount: number;
};

/** Of the stream's event `check_in`: the counts, and marks of what the pages ask for again when it changes. */
export type LiveCheckIn = {
  counts: CheckInCounts;
  /** Of doors, devices, rules, conflicts and scans that wait. */
  mark: string;
  /** Of all that may have brought a scan. */
  scanMark: string;
};

/** What is shown once: whoever has the link may pair a phone. */
export type DeviceLink = {
  deviceId: string;
  address: string;
  qr: { side: number; path: string };
  secondsLeft: number;
};

export type ShownScan = ShownEntry & {
  scanId: string;
  /** Who took it back in the dashboard. */
  member: string | null;
  kind: ScanKind;
  how: ScanHow;
  outcome: ScanOutcome;
  guest: ShownScanGuest | null;
  /** The device had decided by itself, with no network. */
  wasOffline: boolean;
  isConflict: boolean;
  isUndone: boolean;
  /** Can be taken back from here. */
  mayUndo: boolean;
};

/** Scans, the newest first. */
export type ScanLog = { scans: ShownScan[]; nextCursor: string | null };

export type EventScansView = ScanLog & {
  event: HomeEvent;
  doors: { doorId: string; name: string }[];
};

/** Guests of each quarter of an hour, by one thing. */
export type CameBy = { id: string; name: string; came: number[] };

/** Who came when: guests by quarters of an hour, each by the first time that they were let in. */
export type EventArrivalsView = {
  event: HomeEvent;
  /** The start of each, from the first in which somebody came to the last. */
  quarters: string[];
  types: CameBy[];
  /** `id` empty: by no door. */
  doors: CameBy[];
  ticketTypes: { ticketTypeId: string; name: string; expected: number; came: number; noShows: number }[];
};
