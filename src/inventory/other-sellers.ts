import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';

const CHANNEL = 'events_selling';
const TELL_EVERY_MS = 1_000;
// Longer than the others' pauses between two messages, so that one that comes late changes nothing.
const REMEMBERED_MS = 3_000;
// A message has room for twice as many.
const MAX_EVENTS = 100;

export type OtherSellers = ReturnType<typeof createOtherSellers>;

/**
 * Whether other processes sell what this one sells. Each tells, once a second while it sells, which events those are. Nothing but
 * speed hangs on it: a message that is lost costs nobody a ticket.
 */
export function createOtherSellers(options: { database: Database; changes: Changes; processId: string }) {
  const { database, changes, processId } = options;
  /** When each event was last sold here. */
  const soldAtMs = new Map<string, number>();
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let heardAtMs = Number.NEGATIVE_INFINITY;

  changes.listen(CHANNEL, {
    onChange(payload) {
      const [from, ...eventIds] = payload.split(' ');
      const nowMs = performance.now();
      const isSoldHere = (eventId: string): boolean =>
        nowMs - (soldAtMs.get(eventId) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS;
      if (from !== processId && eventIds.some(isSoldHere)) heardAtMs = nowMs;
    },
    onGap: () => {},
  });

  return {
    areThere: (): boolean => performance.now() - heardAtMs < REMEMBERED_MS,
    /** Something of these events is being sold here. */
    note(sold: { eventId: string }[]): void {
      const nowMs = performance.now();
      for (const { eventId } of sold) soldAtMs.set(eventId, nowMs);
      if (nowMs - toldAtMs < TELL_EVERY_MS) return;
      toldAtMs = nowMs;
      for (const [eventId, atMs] of soldAtMs) if (nowMs - atMs > REMEMBERED_MS) soldAtMs.delete(eventId);
      const payload = [processId, ...[...soldAtMs.keys()].slice(0, MAX_EVENTS)].join(' ');
      database.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {});
    },
  };
}
