import { randomUUID } from 'node:crypto';
import { createBoundedMap } from '../cache/bounded-map.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { WaitingRoomState } from '../rules/waiting-room.ts';
import type { JoinOutcome } from './line-up.ts';
import type { StoredEntry } from './read-entries.ts';
import type { KnownRoom } from './room-memory.ts';
import type { RoomTokens } from './room-tokens.ts';

export type AdmitInput = {
  eventId: string;
  slug: string;
  /** The cart's. */
  token: string | null;
  admission?: string | undefined;
  byApi: boolean;
  /** As limits count it; null: a server that calls for many buyers. */
  address: string | null;
};

type Bound = {
  outcome: 'admitted' | 'waiting' | 'expired' | 'other_cart' | 'unknown';
  entry_id: string | null;
};

type Deps = {
  database: Database;
  tokens: RoomTokens;
  checkoutUrl: string;
  join: (input: { eventId: string; deviceId: string; address: string | null }) => Promise<JoinOutcome>;
  readEntry: (eventId: string, entryId: string) => Promise<StoredEntry | undefined>;
  readState: (eventId: string) => Promise<WaitingRoomState | null>;
};

// An integrator's site that asks without a pause costs the database one question in this time for each buyer.
const REFUSED_MS = 2_000;
const MAX_REMEMBERED = 200_000;
const RETRY_SECONDS = { min: 5, max: 60, beforeDraw: 30 };

/**
 * Guards the holds: refuses people who are not let in, and tells them where to wait. An admission is not remembered: a purchase ends it
 * at once, in any process.
 */
export function createHoldGuard(deps: Deps) {
  const refused = createBoundedMap<string, { untilMs: number; seconds: number }>({ max: MAX_REMEMBERED });
  const { tokens } = deps;

  async function bind(
    eventId: string,
    who: { entry: string } | { device: string },
    token: string,
  ): Promise<Bound> {
    const { rows } = await deps.database.queryPrepared<Bound>(
      'bind_admission',
      'SELECT outcome, entry_id FROM bind_admission(of_event => $1, entry => $2, device => $3, token => $4)',
      [eventId, 'entry' in who ? who.entry : null, 'device' in who ? who.device : null, token],
    );
    return rows[0] ?? { outcome: 'unknown', entry_id: null };
  }

  const roomUrl = (slug: string, query = ''): string => `${deps.checkoutUrl}/${slug}/room${query}`;

  /** Through our own checkout, which has the admission from the room's page. */
  async function admitEmbed({ eventId, slug, token, admission }: AdmitInput & { token: string }) {
    const given = admission === undefined ? null : tokens.readAdmission(eventId, admission);
    const { outcome } = given
      ? await bind(eventId, { entry: given.entryId }, token)
      : { outcome: 'unknown' as const };
    if (outcome === 'admitted') return;
    throw new Refusal('waiting_room', REASONS[outcome], {
      retryAfterSeconds: RETRY_SECONDS.beforeDraw,
      roomUrl: roomUrl(slug),
    });
  }

  /** With a key: the admission is bound to the cart itself. Who is not in line yet is put there by asking. */
  async function admitDevice(
    known: KnownRoom,
    { eventId, slug, token, address }: AdmitInput & { token: string },
  ) {
    const key = `${eventId} ${token}`;
    const url = roomUrl(slug, `?device=${tokens.writeDevice(eventId, token)}`);
    const earlier = refused.get(key);
    if (earlier && earlier.untilMs > performance.now()) throw mustWait(earlier.seconds, url);

    let { outcome, entry_id: entryId } = await bind(eventId, { device: token }, token);
    if (outcome === 'admitted') return;
    let joined: JoinOutcome | null = null;
    // Only the room's page can ask for an e-mail address.
    if (outcome !== 'waiting' && !known.room.asksEmail) {
      joined = await deps.join({ eventId, deviceId: token, address });
      entryId = null;
    }
    const seconds = await retrySeconds(deps, known, { eventId, entryId });
    refused.set(key, { untilMs: performance.now() + REFUSED_MS, seconds });
    throw mustWait(seconds, url, joined);
  }

  return {
    async admit(known: KnownRoom, input: AdmitInput): Promise<void> {
      const { token, slug } = input;
      if (token === null) {
        throw new Refusal(
          'waiting_room',
          'This event has a waiting room: send X-Device-ID, which identifies the visitor’s place in line.',
          { retryAfterSeconds: RETRY_SECONDS.min, roomUrl: roomUrl(slug) },
        );
      }
      await (input.byApi ? admitDevice(known, { ...input, token }) : admitEmbed({ ...input, token }));
    },
    /** The memory may be about a room that no longer exists. */
    forgetAll(): void {
      refused.clear();
    },
  };
}

const REASONS: Record<Exclude<Bound['outcome'], 'admitted'> | 'admitted', string> = {
  admitted: '',
  unknown: 'This event has a waiting room: join the line first.',
  waiting: 'It is not your turn yet: stay in the waiting room.',
  expired: 'Your turn has expired: join the line again in the waiting room.',
  other_cart: 'You’re already buying in another tab or browser: continue there, or give up that cart first.',
};

function mustWait(seconds: number, roomUrl: string, joined: JoinOutcome | null = null): Refusal {
  const message =
    joined === 'full'
      ? 'This event has a waiting room, and too many people from this network are in line: try again later.'
      : 'This event has a waiting room, and it is not the turn of this X-Device-ID yet: try again after Retry-After seconds, or show the buyer the page in Link.';
  return new Refusal('waiting_room', message, { retryAfterSeconds: seconds, roomUrl });
}

/** About when it is the entry's turn: before the draw, when that is. */
async function retrySeconds(
  { readEntry, readState }: Deps,
  { room }: KnownRoom,
  { eventId, entryId }: { eventId: string; entryId: string | null },
): Promise<number> {
  const [state, entry] = await Promise.all([
    readState(eventId),
    entryId === null ? undefined : readEntry(eventId, entryId),
  ]);
  if (!state) return RETRY_SECONDS.min;
  const { min, max, beforeDraw } = RETRY_SECONDS;
  const bounded = (seconds: number): number => Math.min(max, Math.max(min, Math.ceil(seconds)));
  if (!room.isDrawn) {
    const untilDraw = (Date.parse(state.drawsAt) - Date.parse(state.now)) / 1_000;
    return bounded(Math.min(beforeDraw, untilDraw));
  }
  if (state.phase === 'paused') return beforeDraw;
  const ahead = (entry?.place ?? state.frontPlace + state.inLine) - state.frontPlace;
  return bounded((ahead / state.perMinute) * 60);
}

/** An entry of an integrator's buyer, whose browser has made none. */
export const newEntryId = (): string => randomUUID();
