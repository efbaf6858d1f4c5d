import type { GuestEntry, SealedGuest } from '../../rules/guest-entry.ts';
import type { Conflict, RefusedFor, ScanHow, ScanKind, ScanOutcome } from '../../rules/scan.ts';

// The data that a phone at the door and the server exchange. Types only.

/** A ticket's state: still to come, inside, gone out, cancelled, or passed on under another code. */
export type EntryState = GuestEntry['state'];

export type ListPage = {
  entries: GuestEntry[];
  next: string;
  isComplete: boolean;
  /** The whole list comes again. */
  isFresh: boolean;
  asOf: string;
};

export type Guest = SealedGuest;

/** A scan as it is sent. Of what it has read, one is named. */
export type SentScan = {
  id: string;
  kind: ScanKind;
  how: ScanHow;
  /** By the phone's clock. */
  at: string;
  /** The phone's decision with no network; null: the server is asked. */
  verdict: 'admitted' | 'refused' | null;
  reason?: RefusedFor;
  code?: string;
  shortCode?: string;
  ticketId?: string;
  /** Of the ticket's code: the proof that it was shown. */
  signature?: string;
  undoes?: string;
};

export type TakenScan = {
  id: string;
  outcome: ScanOutcome;
  at: string;
  conflict: Conflict | null;
  guest: Guest | null;
  /** The guest's other admission. */
  other: { door: string | null; device: string | null; at: string } | null;
  otherEventName: string | null;
};

/** A scan of this phone that let somebody in who was let in elsewhere too, or in spite of something. */
export type OwnConflict = {
  scanId: string;
  why: Conflict;
  other: { door: string | null; at: string } | null;
};

/** `wait`: too many short codes were wrong, and this one was not looked at. */
export type ScanAnswer = TakenScan | { id: string; outcome: 'wait' };

/** The result of a scan that was sent after the phone was removed. */
export type LateOutcome = 'taken' | 'held' | 'not_taken' | 'wait';

/** DeviceDescription of src/check-in, as JSON. */
export type DeviceAnswer = {
  event: { id: string; name: string; timezone: string };
  door: { id: string; name: string; ticketTypeIds: string[] | null };
  device: { id: string; name: string; maySearch: boolean; endsAt: string };
  ticketTypes: { id: string; name: string }[];
  /** All of the event. A program of before kept none. */
  doors?: { id: string; name: string }[];
  /** `opensAt`: from when guests are let in. A program of before kept none. */
  rules: { allowsReentry: boolean; opensAt?: string };
  /** The public keys of the event's codes, in base64url. */
  verifyKeys: string[];
  serverTime: string;
  /** Of this phone's own scans, the newest. */
  conflicts: OwnConflict[];
};

/** CheckInCounts of src/check-in, as far as phones show it. */
export type CountsAnswer = {
  total: { cameIn: number; inside: number };
  doors: { doorId: string | null; cameIn: number; reEntries: number }[];
  ticketTypes: { ticketTypeId: string; cameIn: number; expected: number }[];
  expected: number;
};

/** A guest found by name. */
export type FoundGuest = Guest & { state: 'good' | 'came_in' | 'void'; leftAt: string | null };
