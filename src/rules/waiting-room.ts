// The page of the waiting room runs this too: nothing here may need Node.

import { comparableAddress } from '../values/email-address.ts';

/** Lining up before the draw; let in by rank; nobody is let in for now; no door any more. */
export type WaitingRoomPhase = 'line_up' | 'letting_in' | 'paused' | 'closed';

/** The same for everybody: one answer, made once a second. */
export type WaitingRoomState = {
  phase: WaitingRoomPhase;
  /** The database's time. */
  now: string;
  drawsAt: string;
  /** SHA-256 of the seed, in hex: told from the first, so that nobody can choose the seed later. */
  seedHash: string;
  /** In hex, from the draw on. */
  seed: string | null;
  asksEmail: boolean;
  /** How many wait. Who has left without saying so is among them. */
  inLine: number;
  /** How many took part in the draw. */
  earlyCount: number;
  /** Everybody up to this place was let in, or had left. */
  frontPlace: number;
  /** How many are let in a minute, as it is now. */
  perMinute: number;
  /** How many more may be inside now. */
  freeInside: number;
  /** How many are let in a minute while the waiting room is full: only as many as come out. */
  perMinuteWhenFull: number;
  pollSeconds: number;
};

/** One entry's own answer. */
export type EntryState = {
  entry: string;
  /** Counted from 1, over early and late ones; null before the draw. */
  place: number | null;
  /** Whether it took, or takes, part in the draw. */
  isEarly: boolean;
  /** It is in no line yet: its e-mail address is to be confirmed first. */
  mustConfirm: boolean;
  /** From the moment it is let in. */
  admission: { token: string; until: string } | null;
  /** Its time inside is over, or it left: it may line up again, at the end. */
  hasExpired: boolean;
};

/** The limits of a host's settings. The database has the same. */
export const WAITING_ROOM_LIMITS = {
  perMinute: { min: 1, max: 60_000 },
  mostInside: { min: 1, max: 100_000 },
  admissionMinutes: { min: 2, max: 60 },
  /** How many a member may let in at once, beside the rate. */
  letIn: { min: 1, max: 10_000 },
} as const;

// With few in line a page asks often. With many, all pages together ask about a thousand times a second.
const ASKED_A_SECOND = 1_000;
const POLL_SECONDS = { min: 2, max: 30 };

/** When a page asks again how far the line is. */
export const pollAfterSeconds = (inLine: number): number =>
  Math.min(POLL_SECONDS.max, Math.max(POLL_SECONDS.min, Math.ceil(inLine / ASKED_A_SECOND)));

/**
 * In how many minutes it is this place's turn; null where nobody can say. 0: now. As many as fit inside go at the rate of now, the others as people
 * come out.
 */
export function minutesUntilTurn(
  place: number,
  {
    phase,
    frontPlace,
    perMinute,
    freeInside,
    perMinuteWhenFull,
  }: Pick<WaitingRoomState, 'phase' | 'frontPlace' | 'perMinute' | 'freeInside' | 'perMinuteWhenFull'>,
): number | null {
  if (place <= frontPlace) return 0;
  const slower = Math.min(perMinute, perMinuteWhenFull);
  if (phase !== 'letting_in' || slower <= 0) return null;
  const ahead = place - frontPlace;
  const fitting = Math.min(ahead, freeInside);
  return Math.ceil(fitting / perMinute + (ahead - fitting) / slower);
}

// Gmail delivers these to the same box, with or without dots.
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com']);

/** The one spelling by which an e-mail address counts as one: without what makes a thousand addresses of one box. */
export function normaliseWaitingEmail(email: string): string {
  const address = comparableAddress(email.trim());
  const at = address.lastIndexOf('@');
  if (at < 1) return address;
  const domain = address.slice(at + 1);
  const [box = ''] = address.slice(0, at).split('+');
  const local = WITHOUT_DOTS.has(domain) ? box.replaceAll('.', '') : box;
  return `${local || address.slice(0, at)}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}
