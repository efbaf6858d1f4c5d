import { signal } from '@preact/signals';
import { CallFailed, callServer } from '../shared/call-server.ts';
import type { DeviceAnswer } from './contract.ts';
import type { Scanner } from './scanner.ts';
import { forgetList } from './store/entries.ts';
import { beginWriting } from './store/open-store.ts';

/** How the pairing goes: nothing yet, under way, or why it failed. */
export const pairState = signal<'idle' | 'pairing' | 'failed' | 'offline' | 'full'>('idle');

// A season's events; each has a list of its own on the phone.
const MAX_EVENTS = 12;

/**
 * Uses the link up: from now on this phone is the door's. Another event is added to those that the phone has. Scans of before that were not
 * sent stay where they are.
 */
export async function pairPhone(scanner: Scanner, link: string): Promise<void> {
  // Before the link is used up.
  if (scanner.others.value.length + 1 >= MAX_EVENTS) {
    pairState.value = 'full';
    return;
  }
  pairState.value = 'pairing';
  try {
    const { answer } = await callServer<{ token: string; about: DeviceAnswer }>('/scan/pair', {
      method: 'POST',
      body: { link },
    });
    const { token, about } = answer;
    const clockAheadMs = Date.parse(about.serverTime) - Date.now();
    const eventId = about.event.id;
    const tx = beginWriting(scanner.store, ['pairing', 'entries', 'packs', 'blocks'], 'strict');
    const list = { cursor: null, asOf: null, round: 0, wholeRound: 0 };
    void tx.objectStore('pairing').put({ token, about, ...list, clockAheadMs }, eventId);
    await forgetList(tx, { eventId, before: Infinity });
    await tx.done;
    scanner.setOnline(true);
    scanner.newLink.value = null;
    pairState.value = 'idle';
    await scanner.choose(eventId);
  } catch (error) {
    const isOffline = error instanceof CallFailed && error.reason !== 'refused';
    pairState.value = isOffline ? 'offline' : 'failed';
  }
}

/** A phone that has a door asks first: with a link of the same event it leaves that door. */
export function takeNewLink(scanner: Scanner, link: string): void {
  const { stage, newLink } = scanner;
  if (stage.value === 'elsewhere') return;
  if (stage.value !== 'paired' && stage.value !== 'asked') {
    void pairPhone(scanner, link);
    return;
  }
  scanner.verdict.value = null;
  scanner.sheet.value = null;
  newLink.value = link;
  stage.value = 'asked';
}
