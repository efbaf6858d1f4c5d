import type { BatchWatch } from '../db/batcher.ts';
import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { Language } from '../values/language.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { EntryState, WaitingRoomState } from '../rules/waiting-room.ts';
import { createConfirmations, type Confirmed } from './confirm-email.ts';
import { createHoldGuard, newEntryId, type AdmitInput } from './guard-holds.ts';
import { createLine, type JoinOutcome } from './line-up.ts';
import { createEntryReader, type StoredEntry } from './read-entries.ts';
import { createStateReader } from './read-state.ts';
import { createRoomMemory, type Room, type RoomMemory } from './room-memory.ts';
import { createRoomTokens, type RoomTokens } from './room-tokens.ts';
import { createLateness, createTicker } from './tick-rooms.ts';

export type { Room };

export type JoinInput = {
  eventId: string;
  /** Made by the buyer's browser. */
  entryId: string;
  language: Language;
  /** As limits count it; null: a server that calls for many buyers. */
  address: string | null;
  email?: string | undefined;
  /** The cart of an integrator's buyer, who waits on our page. */
  deviceId?: string | undefined;
};

/** `token` is empty where it is in no line. `entryId` is another one than was asked for where that is in use. */
export type Joined = { outcome: JoinOutcome; entryId: string; token: string };

export type WaitingRooms = {
  /** False: the event has no open room, for sure, and nothing needs to be awaited. */
  mayHaveRoom(eventId: string): boolean;
  /** Null: the event has no room, or a closed one. From memory, told of changes by NOTIFY. Synchronous where it is known. */
  find(eventId: string): Room | null | Promise<Room | null>;
  /** Read at most once a second for each event. */
  stateOf(eventId: string): Promise<WaitingRoomState | null>;
  join(input: JoinInput): Promise<Joined>;
  /** Whether a mailed link is ours, and not too old. */
  isLink(eventId: string, token: string): boolean;
  /** The owner of the e-mail address has said so: its entry is in line from now on. */
  confirm(eventId: string, token: string): Promise<Confirmed>;
  /** Null for a token that is not ours, or of no entry. */
  entryOf(eventId: string, entryToken: string): Promise<EntryState | null>;
  /** False for a token that is not ours. */
  leave(eventId: string, entryToken: string): Promise<boolean>;
  /** The device that a token of the `Link` names; null where it is not ours. */
  readDevice(eventId: string, deviceToken: string): string | null;
  /** Whether the checkout may be shown: the admission is good, or the cart that it was used for still is. */
  mayEnter(eventId: string, admission: string): Promise<boolean>;
  /** Guards holds. Throws `waiting_room` for everybody who is not let in. */
  admit(input: AdmitInput): Promise<void>;
  /** Guards orders. Throws if the room asked for an e-mail address and the cart has another. */
  checkEmail(input: { eventId: string; token: string; email: string }): Promise<void>;
  /** Hears of batches of holds that come late, and slows the rooms down; passes all on. */
  watchHolds(watch: BatchWatch): BatchWatch;
  /** Draws and lets in, once a second, in processes that work. */
  startTicking(): void;
  close(): Promise<void>;
};

type Options = {
  database: Database;
  changes: Pick<Changes, 'listen' | 'databaseNowMs'>;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  onError: (error: Error) => void;
};

/** The waiting rooms of all events, as every process has them. What is true is in the rows; here is what need not be asked again. */
export function createWaitingRooms(options: Options): WaitingRooms {
  const { database } = options;
  const states = createStateReader(database);
  const memory = createRoomMemory({
    ...options,
    onChange() {
      states.forgetAll();
      holdGuard.forgetAll();
    },
  });
  const tokens = createRoomTokens(options.secretKeys);
  const readEntry = createEntryReader(database);
  const { databaseNowMs } = options.changes;
  const confirmations = createConfirmations({ database, memory, tokens, databaseNowMs });
  const join = createJoin({ database, memory, tokens, confirmations });
  const holdGuard = createHoldGuard({
    ...options,
    tokens,
    readEntry,
    readState: states.read,
    join: async (input) => (await join({ ...input, entryId: newEntryId(), language: 'en' })).outcome,
  });
  const ticker = createTicker({ ...options, memory });
  const lateness = createLateness({ ...options, memory });

  async function mayEnter(eventId: string, admission: string): Promise<boolean> {
    const given = tokens.readAdmission(eventId, admission);
    if (!given) return false;
    if (given.expiresAt.getTime() > options.changes.databaseNowMs()) return true;
    // Its cart may go on for longer.
    const entry = await readEntry(eventId, given.entryId);
    return entry !== undefined && entry.admittedUntil !== null && !entry.isOver;
  }

  return {
    mayHaveRoom: (eventId) => memory.peek(eventId) !== null,
    find(eventId) {
      const known = memory.peek(eventId);
      if (known === undefined) return memory.find(eventId).then((found) => found?.room ?? null);
      return known?.room ?? null;
    },
    stateOf: states.read,
    join,
    isLink: confirmations.isLink,
    confirm: confirmations.confirm,
    async entryOf(eventId, entryToken) {
      const entryId = tokens.readEntry(eventId, entryToken);
      const entry = entryId === null ? undefined : await readEntry(eventId, entryId);
      if (!entry) return null;
      return describeEntry(tokens, entry);
    },
    async leave(eventId, entryToken) {
      const entryId = tokens.readEntry(eventId, entryToken);
      if (entryId === null) return false;
      await database.query(
        `UPDATE waiting_entries SET left_at = clock_timestamp() WHERE event_id = $1 AND id = $2 AND left_at IS NULL`,
        [eventId, entryId],
      );
      return true;
    },
    readDevice: tokens.readDevice,
    mayEnter,
    async admit(input) {
      const known = await memory.find(input.eventId);
      if (known) await holdGuard.admit(known, input);
    },
    async checkEmail(cart) {
      const known = await memory.find(cart.eventId);
      if (known?.room.asksEmail) await checkEmail(database, tokens, cart);
    },
    watchHolds: lateness.watch,
    startTicking: ticker.start,
    async close() {
      await ticker.close();
      await lateness.close();
      await memory.close();
    },
  };
}

function describeEntry(tokens: RoomTokens, entry: StoredEntry): EntryState {
  const { eventId, entryId, place, isEarly, mustConfirm, admittedUntil: until, isOver } = entry;
  const admission =
    until === null || isOver
      ? null
      : {
          token: tokens.writeAdmission(eventId, { entryId, expiresAt: until }),
          until: until.toISOString(),
        };
  return { entry: entryId, place, isEarly, mustConfirm, admission, hasExpired: isOver };
}

/** Throws where the cart came in by another e-mail address. */
async function checkEmail(
  database: Database,
  tokens: RoomTokens,
  { eventId, token, email }: { eventId: string; token: string; email: string },
): Promise<void> {
  const { rows } = await database.query<{ hash: Buffer | null }>(
    `SELECT email_hash AS hash FROM waiting_entries WHERE event_id = $1 AND cart_token = $2 ORDER BY bound_at DESC LIMIT 1`,
    [eventId, token],
  );
  // A cart that was held before there was a room has no entry.
  const hash = rows[0]?.hash;
  if (!hash || tokens.isEmail(hash, eventId, email)) return;
  throw invalidField('email', 'must be the address that you confirmed in the waiting room of this event.');
}

/** Takes a place in line, or finds the one that there is. */
function createJoin({
  database,
  memory,
  tokens,
  confirmations,
}: {
  database: Database;
  memory: RoomMemory;
  tokens: RoomTokens;
  confirmations: Pick<ReturnType<typeof createConfirmations>, 'mailLink'>;
}): WaitingRooms['join'] {
  const lineUp = createLine(database);
  const join = async (input: JoinInput, isSecondTry = false): Promise<Joined> => {
    const { eventId, language, address } = input;
    const entryId = input.entryId.toLowerCase();
    const known = await memory.find(eventId);
    if (!known) return { outcome: 'no_room', entryId, token: '' };
    const { room, seed } = known;
    if (!room.isDrawn && !seed)
      throw new Refusal('unavailable', 'The waiting room is not available right now: try again.');
    if (room.asksEmail && input.email === undefined)
      throw invalidField('email', 'is required to join the line.');
    const entry = {
      known,
      entryId,
      language,
      address,
      emailHash: room.asksEmail && input.email !== undefined ? tokens.hashEmail(eventId, input.email) : null,
      deviceId: input.deviceId?.toLowerCase() ?? null,
    };
    let joined = await lineUp(entry);
    // The draw has made the id known to everybody: who sends it need not be who made it, and gets a place of its own.
    if (joined.outcome === 'taken') joined = await lineUp({ ...entry, entryId: newEntryId() });
    if (joined.outcome === 'other_room' && !isSecondTry) {
      memory.forget();
      return join(input, true);
    }
    if (joined.outcome === 'asked' && input.email !== undefined) {
      await confirmations.mailLink({ eventId, entryId: joined.entryId, email: input.email, language });
    }
    const isIn = ['joined', 'known', 'asked'].includes(joined.outcome);
    return { ...joined, token: isIn ? tokens.writeEntry(eventId, joined.entryId) : '' };
  };
  return (input) => join(input);
}
