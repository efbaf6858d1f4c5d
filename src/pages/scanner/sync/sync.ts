import type { DeviceAnswer, ListPage } from '../contract.ts';
import type { Scanner } from '../scanner.ts';
import { putPage } from '../store/entries.ts';
import type { Pairing } from '../store/open-store.ts';
import { countWaiting, keepConflicts } from '../store/scans.ts';
import { callAsDevice, isOut, isRefused } from './call-scanner.ts';
import { sendLeftovers } from './send-leftovers.ts';
import { sendScans } from './send-scans.ts';

const EVERY_MS = 20_000;
// With no network: often enough that nobody waits for it to come back, seldom enough for the battery.
const RETRY_MS = 5_000;
const PATIENCE_MS = 20_000;
// Of an event that is not scanned now: soon enough for a phone that loses the network and then changes to it.
const OTHERS_EVERY_MS = 5 * 60_000;

export type Sync = { now(): void; stop(): void };

/** Keeps list and queue up to date for as long as the page is open. `now` makes it begin at once. */
export function startSync(scanner: Scanner): Sync {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isWantedAgain = false;
  let isStopped = false;

  const run = async (): Promise<void> => {
    isWantedAgain = false;
    const isFine = await syncOnce(scanner, () => isStopped);
    if (isStopped) return;
    if (isWantedAgain) await run();
    else timer = setTimeout(() => void now(), isFine ? EVERY_MS : RETRY_MS);
  };
  const now = async (): Promise<void> => {
    isWantedAgain = true;
    if (isRunning || isStopped) return;
    isRunning = true;
    clearTimeout(timer);
    await run();
    isRunning = false;
  };
  const onNews = (): void => {
    if (document.visibilityState === 'visible') void now();
  };
  addEventListener('online', onNews);
  document.addEventListener('visibilitychange', onNews);
  return {
    now: () => void now(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener('online', onNews);
      document.removeEventListener('visibilitychange', onNews);
    },
  };
}

/** True once another tab works instead: an answer that this one still waits for is old, and is not written down. */
type IsStopped = () => boolean;

/** False where the server can't be reached. */
async function syncOnce(scanner: Scanner, isStopped: IsStopped): Promise<boolean> {
  const { value: pairing } = scanner.pairing;
  try {
    await unlessLimited(sendLeftovers(scanner));
    if (pairing) await syncEvent(scanner, pairing, isStopped);
    for (const other of scanner.others.value) await syncOther(scanner, other, isStopped);
    scanner.setOnline(true);
    return true;
  } catch (error) {
    if (isOut(error) && pairing) await scanner.end(pairing, error.code);
    // A refusal is an answer: the network is there.
    else scanner.setOnline(isRefused(error));
    return false;
  }
}

async function syncEvent(scanner: Scanner, pairing: Pairing, isStopped: IsStopped): Promise<void> {
  await unlessLimited(sendScans(scanner, pairing));
  await readDevice(scanner, pairing);
  await readList(scanner, pairing, isStopped);
}

/** An event that is not scanned now: its scans go out at once, its list is looked at now and then. */
async function syncOther(scanner: Scanner, pairing: Pairing, isStopped: IsStopped): Promise<void> {
  const { asOf, about } = pairing;
  const isDue =
    asOf === null || scanner.serverTimeOf(Date.now()).getTime() - Date.parse(asOf) > OTHERS_EVERY_MS;
  if (!isDue && (await countWaiting(scanner.store, about.event.id)) === 0) return;
  try {
    await syncEvent(scanner, pairing, isStopped);
  } catch (error) {
    if (!isOut(error)) throw error;
    await scanner.end(pairing, error.code);
  }
}

/** If the server takes no more scans for now, they wait for the next sync, and the list is read all the same. */
async function unlessLimited(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!isRefused(error) || error.code !== 'rate_limited') throw error;
  }
}

/** The door, its rules and the time may have changed, and what other doors have sent since. */
async function readDevice(scanner: Scanner, pairing: Pairing): Promise<void> {
  const about = await callAsDevice<DeviceAnswer>(pairing.token, 'device', { patienceMs: PATIENCE_MS });
  await scanner.keepAbout(pairing, about);
  await keepConflicts(scanner.store, { eventId: about.event.id, conflicts: about.conflicts });
  await scanner.refreshCounts();
}

/** `known`: how much of the news had come before. */
type Asked = { known: number; answer: Promise<ListPage> };

/** The next page is on its way while a slow phone writes the last one down. */
async function readList(scanner: Scanner, { token, about }: Pairing, isStopped: IsStopped): Promise<void> {
  const { store, news } = scanner;
  const eventId = about.event.id;
  news.length = 0;
  const ask = (cursor: string | null): Asked => {
    const query = cursor === null ? '' : `?after=${encodeURIComponent(cursor)}`;
    const answer = callAsDevice<ListPage>(token, `list${query}`, { patienceMs: PATIENCE_MS });
    // Nobody waits for it if the page before can't be kept.
    answer.catch(() => {});
    return { known: news.length, answer };
  };
  let asked: Asked | null = null;
  for (let isComplete = false; !isComplete;) {
    const kept = await store.get('pairing', eventId);
    if (kept?.token !== token) return;
    const current: Asked = asked ?? ask(kept.cursor);
    const page = await current.answer;
    if (isStopped()) return;
    ({ isComplete } = page);
    asked = isComplete ? null : ask(page.next);
    await putPage(store, { eventId, token, page, newer: new Map(news.slice(current.known)) });
    await scanner.readPairing();
  }
}
