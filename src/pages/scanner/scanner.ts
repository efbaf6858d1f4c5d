import { signal } from '@preact/signals';
import type { Language } from '../../values/language.ts';
import type { DeviceAnswer, EntryState, Guest } from './contract.ts';
import type { Said, Tone } from './decide/decide-offline.ts';
import type { KeptScan } from './store/kept-scan.ts';
import { isKept, putAbout, type Pairing, type Settings, type Store } from './store/open-store.ts';
import { countLate } from './store/leftovers.ts';
import { countWaiting, listLost, listRecent, wipe } from './store/scans.ts';
import type { Texts } from './texts/texts.ts';

/** The answer about one code, on the whole screen. */
export type Verdict = {
  /** Null if it is not a ticket: nothing of that is kept. */
  scanId: string | null;
  tone: Tone;
  said: Said | 'no_ticket';
  guest: Guest | null;
  /** The guest's entry before this one. */
  other: { door: string | null; at: string } | null;
  otherEventName: string | null;
  isOffline: boolean;
  /** Nothing came of it. */
  isPractice: boolean;
  /** For the person at the door to decide. */
  choose: ((isLetIn: boolean) => Promise<void>) | null;
};

export type Stage = 'starting' | 'elsewhere' | 'unpaired' | 'paired' | 'asked' | 'ended';
export type Sheet = 'code' | 'search' | 'recent' | 'counts' | 'events' | 'settings' | null;

type Deps = { store: Store; texts: Texts; language: Language };
export type Scanner = ReturnType<typeof createScanner>;

const MAX_RECENT = 50;
// More than anybody notes down.
const MAX_UNSENT = 500;

/** The state of the page. */
const createState = () => ({
  stage: signal<Stage>('starting'),
  /** The event that is scanned. */
  pairing: signal<Pairing | null>(null),
  /** The phone's other events. */
  others: signal<Pairing[]>([]),
  contact: signal({ isOnline: navigator.onLine, sinceMs: Date.now() }),
  /** How many scans of this event the server has not heard of. */
  waiting: signal(0),
  /** Those that the server takes no more, to be noted down: while the phone has no door. */
  unsent: signal<KeptScan[]>([]),
  /** Of those that the phone had not sent when it was out: how many it still sends, how many count, and how many the host is asked about. */
  late: signal({ sending: 0, taken: 0, held: 0 }),
  recent: signal<KeptScan[]>([]),
  /** Why the phone is out. */
  ended: signal<string | null>(null),
  /** In the stage `asked`: a link that was opened on a phone which has a door. It is used once somebody says so. */
  newLink: signal<string | null>(null),
  verdict: signal<Verdict | null>(null),
  /** A code is being looked at. */
  isBusy: signal(false),
  sheet: signal<Sheet>(null),
  /** In, or out again. */
  direction: signal<'entry' | 'exit'>('entry'),
  settings: signal<Settings>({ isMuted: false, hand: 'right' }),
  /** The names of the last scans: in memory alone, so that a lost phone tells nobody's name. */
  names: new Map<string, Guest>(),
  /** The server's answers about tickets since the list was last asked for, in their order: a page that was asked for before is older. */
  news: [] as [find: string, state: EntryState][],
});

/** All that the page shows and does, for as long as it is open. */
export function createScanner({ store, texts, language }: Deps) {
  const state = createState();
  const { pairing, others, contact, waiting, unsent, late, recent, ended, stage } = state;

  const scanner = {
    ...state,
    store,
    texts,
    language,
    /** Set where the page runs: makes the next sync begin now. */
    syncNow: (): void => {},

    eventId: (): string => pairing.value?.about.event.id ?? '',

    /** The server's time, which this phone's clock may be far from. */
    serverTimeOf: (phoneMs: number): Date => new Date(phoneMs + (pairing.value?.clockAheadMs ?? 0)),

    /** When check-in opens, where it has not yet. */
    opensLater(): string | null {
      const opensAt = pairing.value?.about.rules.opensAt;
      return opensAt !== undefined && scanner.serverTimeOf(Date.now()) < new Date(opensAt) ? opensAt : null;
    },

    setOnline(isOnline: boolean): void {
      if (contact.value.isOnline !== isOnline) contact.value = { isOnline, sinceMs: Date.now() };
    },

    /** The phone's events as they are kept; `eventId`: the one that is scanned. */
    async readPairing(eventId: string = scanner.eventId()): Promise<void> {
      const all = await store.getAll('pairing');
      pairing.value = all.find(({ about }) => about.event.id === eventId) ?? null;
      others.value = all.filter(({ about }) => about.event.id !== eventId);
    },

    /** Another of the phone's events. */
    async choose(eventId: string): Promise<void> {
      scanner.change({ eventId });
      scanner.verdict.value = null;
      scanner.sheet.value = null;
      scanner.direction.value = 'entry';
      recent.value = [];
      await scanner.readPairing(eventId);
      await scanner.refreshCounts();
      stage.value = 'paired';
      scanner.syncNow();
    },

    change(changed: Partial<Settings>): void {
      scanner.settings.value = { ...scanner.settings.value, ...changed };
      void store.put('settings', scanner.settings.value, 'now');
    },

    async keepAbout({ token }: Pairing, about: DeviceAnswer): Promise<void> {
      await putAbout(store, { token, about });
      await scanner.readPairing();
    },

    async refreshCounts(): Promise<void> {
      const eventId = pairing.value?.about.event.id ?? null;
      const sinceMs = recent.value.length < MAX_RECENT ? 0 : (recent.value.at(-1)?.atMs ?? 0);
      [waiting.value, recent.value, unsent.value] = await Promise.all([
        countWaiting(store, eventId),
        listRecent(store, { max: MAX_RECENT, sinceMs }),
        eventId === null ? listLost(store, MAX_UNSENT) : [],
      ]);
      if (eventId !== null) return;
      const pairedWith = others.value.map(({ about }) => about.event.id);
      const { lost, ...counts } = await countLate(store, { max: MAX_UNSENT, pairedWith });
      unsent.value = [...unsent.value, ...lost];
      late.value = counts;
    },

    /** The phone is out of an event: it wipes what it has of it, and sends what it had not sent. At another door by now, it is not out. */
    async end(of: Pairing, why: string | null): Promise<void> {
      const eventId = of.about.event.id;
      if (!(await isKept(store, of))) return;
      await wipe(store, eventId);
      if (eventId !== scanner.eventId()) {
        others.value = others.value.filter(({ about }) => about.event.id !== eventId);
        return;
      }
      scanner.names.clear();
      scanner.verdict.value = null;
      scanner.sheet.value = null;
      ended.value = why;
      pairing.value = null;
      await scanner.refreshCounts();
      stage.value = 'ended';
      scanner.syncNow();
    },
  };
  return scanner;
}
