import type { BatchWatch } from '../db/batcher.ts';
import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { Language } from '../values/language.ts';
import type { EntryState, RoomState } from '../values/waiting-room.ts';

/** An open room, as a process has it in memory. */
export type Room = {
  eventId: string;
  drawsAt: Date;
  isDrawn: boolean;
  isPaused: boolean;
  asksEmail: boolean;
  /** In hex. */
  seedHash: string;
};

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

export type JoinOutcome =
  | 'joined'
  /** It is in line already: by its id, or by its device. `entryId` says which entry that is. */
  | 'known'
  /** Another entry has this e-mail address. */
  | 'email_known'
  /** Too many of this address are in line. */
  | 'full'
  | 'closed'
  | 'no_room';

/** `token` is empty where it is in no line. */
export type Joined = { outcome: JoinOutcome; entryId: string; token: string };

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

export type WaitingRooms = {
  /** False: the event has no open room, for sure, and nothing needs to be awaited. */
  mayHaveRoom(eventId: string): boolean;
  /** Null: the event has no room, or a closed one. From memory, told of changes by NOTIFY. Synchronous where it is known. */
  find(eventId: string): Room | null | Promise<Room | null>;
  /** Read at most once a second for each event. */
  stateOf(eventId: string): Promise<RoomState | null>;
  join(input: JoinInput): Promise<Joined>;
  /** Null for a token that is not ours, or of no entry. */
  entryOf(eventId: string, entryToken: string): Promise<EntryState | null>;
  leave(eventId: string, entryToken: string): Promise<void>;
  /** The device that a token of the `Link` names; null where it is not ours. */
  readDevice(eventId: string, deviceToken: string): string | null;
  /** Whether the checkout may be shown: the admission is good, or the cart that it was used for still is. */
  mayEnter(eventId: string, admission: string): Promise<boolean>;
  /** Where holds are made. Throws `waiting_room` for whoever is not let in. */
  admit(input: AdmitInput): Promise<void>;
  /** Where orders are made. Throws where the room asked for an e-mail address and the cart came in with another. */
  checkEmail(input: { eventId: string; token: string; email: string }): Promise<void>;
  /** Hears of batches of holds that come late, and slows the rooms down; passes all on. */
  watchHolds(watch: BatchWatch): BatchWatch;
  /** Draws and lets in, once a second, in processes that work. */
  startTicking(): void;
  close(): Promise<void>;
};

export function createWaitingRooms(_options: {
  database: Database;
  changes: Changes;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  onError: (error: Error) => void;
}): WaitingRooms {
  const notYet = (): never => {
    throw new Error('not there yet');
  };
  return {
    mayHaveRoom: () => false,
    find: () => null,
    stateOf: () => Promise.resolve(null),
    join: notYet,
    entryOf: notYet,
    leave: notYet,
    readDevice: notYet,
    mayEnter: notYet,
    admit: notYet,
    checkEmail: notYet,
    watchHolds: (watch) => watch,
    startTicking() {},
    close: () => Promise.resolve(),
  };
}
