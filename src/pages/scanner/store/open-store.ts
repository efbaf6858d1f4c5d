import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  type StoreNames,
} from 'idb';
import type { GuestEntry } from '../../../rules/guest-entry.ts';
import type { DeviceAnswer } from '../contract.ts';
import type { KeptScan } from './kept-scan.ts';
import type { Leftover } from './leftovers.ts';
import type { KeptPack } from './packs.ts';

/** The phone's identity at an event, and how far its list has come. */
export type Pairing = {
  token: string;
  about: DeviceAnswer;
  /** The cursor of the list; null: from its start. */
  cursor: string | null;
  /** How often the list was started over, and which of these times it was whole. */
  round: number;
  wholeRound: number;
  /** How many pages have come. */
  pages?: number;
  /** When the list was last whole; null until it was so once. */
  asOf: string | null;
  /** How far the server's clock is ahead of this phone's. */
  clockAheadMs: number;
};

export type Settings = {
  isMuted: boolean;
  hand: 'left' | 'right';
  /** Left out where scans count. */
  practiceUntilMs?: number;
  /** The event that is scanned, of those that the phone has. */
  eventId?: string;
};

/** An entry that changed after its pack came. A program of before kept the whole list so. */
export type KeptEntry = GuestEntry & { round: number; eventId?: string; page?: number };

export interface StoreSchema extends DBSchema {
  /** By the event's id. */
  pairing: { key: string; value: Pairing };
  settings: { key: 'now'; value: Settings };
  entries: { key: string; value: KeptEntry; indexes: { short: string } };
  packs: { key: number; value: KeptPack; indexes: { eventId: string } };
  blocks: { key: [pack: number, block: number]; value: string };
  leftovers: { key: string; value: Leftover };
  scans: {
    key: string;
    value: KeptScan;
    indexes: {
      inOrder: [phase: KeptScan['phase'], eventId: string, atMs: number];
      find: string;
      atMs: number;
    };
  };
}

export type Store = IDBPDatabase<StoreSchema>;
type StoreName = StoreNames<StoreSchema>;
export type Writing = IDBPTransaction<StoreSchema, StoreName[], 'readwrite'>;

/** `strict`: on disk when it is done. */
export const beginWriting = (store: Store, names: StoreName[], durability: 'strict' | 'relaxed'): Writing =>
  store.transaction(names, 'readwrite', { durability });

const NAME = 'tessera-scanner';
// A later program adds its stores in `upgrade`, by the version that it finds: list and queue stay as they are.
const VERSION = 3;

export function openStore(): Promise<Store> {
  return openDB<StoreSchema>(NAME, VERSION, {
    async upgrade(database, before, _after, tx) {
      if (before < 3) {
        const packs = database.createObjectStore('packs', { keyPath: 'id', autoIncrement: true });
        packs.createIndex('eventId', 'eventId');
        database.createObjectStore('blocks');
      }
      if (before < 2) database.createObjectStore('leftovers', { keyPath: 'eventId' });
      if (before >= 1) {
        await nameEvent(tx.objectStore('pairing'));
        return;
      }
      database.createObjectStore('pairing');
      database.createObjectStore('settings');
      const entries = database.createObjectStore('entries', { keyPath: 'find' });
      entries.createIndex('short', 'short');
      const scans = database.createObjectStore('scans', { keyPath: 'id' });
      scans.createIndex('inOrder', ['phase', 'eventId', 'atMs']);
      scans.createIndex('find', 'find');
      scans.createIndex('atMs', 'atMs');
    },
    // Another tab brings a later program: this one lets go, and says so by failing its next write.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

/** Until the third version a phone had one event. Its list comes again as packs, and stays until those are there. */
async function nameEvent(
  pairings: IDBPObjectStore<StoreSchema, StoreName[], 'pairing', 'versionchange'>,
): Promise<void> {
  const pairing = await pairings.get('now');
  if (!pairing) return;
  await pairings.put({ ...pairing, cursor: null }, pairing.about.event.id);
  await pairings.delete('now');
}

/** False if the phone has gone to another door of the event meanwhile, or no longer has the event: answers to this one's questions are old. */
export const isKept = async (store: Store, { token, about }: Pairing): Promise<boolean> =>
  (await store.get('pairing', about.event.id))?.token === token;

/** Saves the server's news about this phone's door. */
export async function putAbout(
  store: Store,
  { token, about }: { token: string; about: DeviceAnswer },
): Promise<void> {
  const clockAheadMs = Date.parse(about.serverTime) - Date.now();
  const tx = store.transaction('pairing', 'readwrite');
  const known = await tx.store.get(about.event.id);
  if (known?.token === token) await tx.store.put({ ...known, about, clockAheadMs }, about.event.id);
  await tx.done;
}
