import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { GuestEntry } from '../../../rules/guest-entry.ts';
import type { DeviceAnswer } from '../contract.ts';
import type { KeptScan } from './kept-scan.ts';
import type { Leftover } from './leftovers.ts';

/** The phone's identity, and how far its list has come. */
export type Pairing = {
  token: string;
  about: DeviceAnswer;
  /** The cursor of the list; null: from its start. */
  cursor: string | null;
  /** How often the list was started over, and which of these times it was whole. */
  round: number;
  wholeRound: number;
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
};

export interface StoreSchema extends DBSchema {
  pairing: { key: 'now'; value: Pairing };
  settings: { key: 'now'; value: Settings };
  entries: { key: string; value: GuestEntry & { round: number }; indexes: { short: string } };
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

const NAME = 'tessera-scanner';
// A later program adds its stores in `upgrade`, by the version that it finds: list and queue stay as they are.
const VERSION = 2;

export function openStore(): Promise<Store> {
  return openDB<StoreSchema>(NAME, VERSION, {
    upgrade(database, before) {
      if (before < 2) database.createObjectStore('leftovers', { keyPath: 'eventId' });
      if (before >= 1) return;
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

/** Saves the server's news about this phone's door. */
export async function putAbout(store: Store, about: DeviceAnswer): Promise<void> {
  const clockAheadMs = Date.parse(about.serverTime) - Date.now();
  const tx = store.transaction('pairing', 'readwrite');
  const known = await tx.store.get('now');
  if (known) await tx.store.put({ ...known, about, clockAheadMs }, 'now');
  await tx.done;
}
