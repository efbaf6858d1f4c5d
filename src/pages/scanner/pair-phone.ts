import { signal } from '@preact/signals';
import { CallFailed, callServer } from '../shared/call-server.ts';
import type { DeviceAnswer } from './contract.ts';
import type { Scanner } from './scanner.ts';
import { wipe } from './store/scans.ts';

/** How the pairing goes: nothing yet, under way, or why it failed. */
export const pairState = signal<'idle' | 'pairing' | 'failed' | 'offline'>('idle');

/** Uses the link up: from now on this phone is the door's. Scans of before that were not sent stay where they are. */
export async function pairPhone(scanner: Scanner, link: string): Promise<void> {
  pairState.value = 'pairing';
  try {
    const { answer } = await callServer<{ token: string; about: DeviceAnswer }>('/scan/pair', {
      method: 'POST',
      body: { link },
    });
    const { token, about } = answer;
    const clockAheadMs = Date.parse(about.serverTime) - Date.now();
    // The door that it leaves may be another event's: what it scanned there is sent by the token that it had there.
    if (scanner.pairing.value && scanner.eventId() !== about.event.id) await wipe(scanner.store);
    const tx = scanner.store.transaction(['pairing', 'entries'], 'readwrite', { durability: 'strict' });
    const list = { cursor: null, asOf: null, round: 0, wholeRound: 0 };
    void tx.objectStore('pairing').put({ token, about, ...list, clockAheadMs }, 'now');
    void tx.objectStore('entries').clear();
    await tx.done;
    await scanner.readPairing();
    scanner.setOnline(true);
    scanner.newLink.value = null;
    pairState.value = 'idle';
    scanner.stage.value = 'paired';
    scanner.syncNow();
  } catch (error) {
    const isOffline = error instanceof CallFailed && error.reason !== 'refused';
    pairState.value = isOffline ? 'offline' : 'failed';
  }
}
