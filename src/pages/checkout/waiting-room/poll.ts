import type { EntryState, WaitingRoomState } from '../../../rules/waiting-room.ts';

// Pages that began to ask together don't go on together.
const JITTER = 0.25;
// An entry is asked for when its turn may have come; and now and then in any case, whatever the page has missed.
const OWN_EVERY_MS = 60_000;
const MAX_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 3_000;

/** How long until the page asks again. `random` is from 0 to 1. */
export function pauseMs(
  state: WaitingRoomState | null,
  { nowMs, failures, random }: { nowMs: number; failures: number; random: number },
): number {
  const spread = 1 - JITTER + 2 * JITTER * random;
  const usualMs = state ? state.pollSeconds * 1000 : FIRST_PAUSE_MS;
  if (failures > 0) return Math.min(MAX_PAUSE_MS, usualMs * 2 ** failures) * spread;
  const untilDrawMs = state?.phase === 'line_up' ? Date.parse(state.drawsAt) - nowMs : 0;
  // Asked for once it is drawn, and not by all in the same moment.
  if (untilDrawMs > 0 && untilDrawMs < usualMs * spread) return untilDrawMs + usualMs * random;
  return usualMs * spread;
}

/** Whether this round asks for the buyer's own entry as well. */
export function mustAskOwn(
  own: EntryState | null,
  state: WaitingRoomState,
  { askedAtMs, nowMs }: { askedAtMs: number; nowMs: number },
): boolean {
  if (own === null || nowMs - askedAtMs >= OWN_EVERY_MS) return true;
  if (own.admission || own.hasExpired) return false;
  // The link may be opened at any moment.
  if (own.mustConfirm) return true;
  if (own.place === null) return state.phase !== 'line_up';
  return state.frontPlace >= own.place;
}
