import { MAX_SCANS_AT_ONCE } from '../../../rules/scan.ts';
import type { LateOutcome } from '../contract.ts';
import type { Scanner } from '../scanner.ts';
import { endLeftover, keepLateAnswers, listLeftovers } from '../store/leftovers.ts';
import { countWaiting, listWaiting } from '../store/scans.ts';
import { callAsDevice, isOut } from './call-scanner.ts';
import { toSent } from './send-scans.ts';

const PATIENCE_MS = 20_000;

/** Sends what the phone scanned before it was out. Scans in time count; the host decides on the rest. */
export async function sendLeftovers(scanner: Scanner): Promise<void> {
  const { store } = scanner;
  for (const { eventId, token } of await listLeftovers(store)) {
    if (token !== null) await sendAll(scanner, { eventId, token });
  }
}

async function sendAll(
  scanner: Scanner,
  { eventId, token }: { eventId: string; token: string },
): Promise<void> {
  const { store } = scanner;
  for (;;) {
    const batch = await listWaiting(store, eventId, MAX_SCANS_AT_ONCE);
    const waiting = (await countWaiting(store, eventId)) - batch.length;
    const results = batch.length === 0 ? new Map() : await post(token, { batch, waiting });
    // Too old, or of a device that is gone: nobody takes them now.
    const answers = batch.map((scan) => ({
      scan,
      outcome: results === null ? 'not_taken' : (results.get(scan.id) ?? 'wait'),
    }));
    await keepLateAnswers(store, { eventId, answers });
    const isStuck = answers.every(({ outcome }) => outcome === 'wait');
    if (batch.length === 0) await endLeftover(store, eventId);
    await scanner.refreshCounts();
    if (isStuck) return;
  }
}

type Batch = { batch: Parameters<typeof toSent>[0][]; waiting: number };

/** Null: this phone may not even do that. */
async function post(token: string, { batch, waiting }: Batch): Promise<Map<string, LateOutcome> | null> {
  try {
    const { results } = await callAsDevice<{ results: { id: string; outcome: LateOutcome }[] }>(
      token,
      'late-scans',
      {
        method: 'POST',
        body: { sentAt: new Date().toISOString(), waiting, scans: batch.map(toSent) },
        patienceMs: PATIENCE_MS,
      },
    );
    return new Map(results.map(({ id, outcome }) => [id, outcome]));
  } catch (error) {
    if (isOut(error)) return null;
    throw error;
  }
}
