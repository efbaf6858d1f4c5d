import { MAX_SCANS_AT_ONCE } from '../../../rules/scan.ts';
import type { ScanAnswer, SentScan, TakenScan } from '../contract.ts';
import { reasonOf, stateAfter } from '../decide/decide-offline.ts';
import type { Scanner } from '../scanner.ts';
import type { Pairing } from '../store/open-store.ts';
import type { KeptScan } from '../store/kept-scan.ts';
import { countWaiting, keepAnswer, listWaiting } from '../store/scans.ts';
import { callAsDevice } from './call-scanner.ts';

const PATIENCE_MS = 20_000;

/**
 * Sends what waits, oldest first. Each scan stays on the phone until the server has answered for it by its id. With nothing to send it
 * says so: the host sees which phones are there.
 */
export async function sendScans(scanner: Scanner, { token, about }: Pairing): Promise<void> {
  const eventId = about.event.id;
  for (;;) {
    const batch = await listWaiting(scanner.store, eventId, MAX_SCANS_AT_ONCE);
    const waiting = await countWaiting(scanner.store, eventId);
    const answers = await post(token, { scans: batch.map(toSent), waiting: waiting - batch.length });
    const taken = batch.flatMap((scan) => {
      const answer = answers.get(scan.id);
      return answer && answer.outcome !== 'wait' ? [{ scan, answer }] : [];
    });
    for (const { scan, answer } of taken) await noteAnswer(scanner, scan, answer);
    await scanner.refreshCounts();
    // Short codes that have to wait are tried again with the next sync.
    if (taken.length === 0 || waiting <= batch.length) return;
  }
}

/** Asks for one scan's verdict, while somebody waits for it. */
export async function askFor(
  scanner: Scanner,
  { token }: Pairing,
  { scan, patienceMs }: { scan: SentScan; patienceMs: number },
): Promise<ScanAnswer | undefined> {
  const answers = await post(token, { scans: [scan], waiting: scanner.waiting.value, patienceMs });
  return answers.get(scan.id);
}

async function post(
  token: string,
  sent: { scans: SentScan[]; waiting: number; patienceMs?: number },
): Promise<Map<string, ScanAnswer>> {
  const { scans, waiting, patienceMs = PATIENCE_MS } = sent;
  const { results } = await callAsDevice<{ results: ScanAnswer[] }>(token, 'scans', {
    method: 'POST',
    body: { sentAt: new Date().toISOString(), waiting, scans },
    patienceMs,
  });
  return new Map(results.map((result) => [result.id, result]));
}

/** Notes the server's answer about a scan that the phone had decided by itself. */
async function noteAnswer(scanner: Scanner, scan: KeptScan, answer: TakenScan): Promise<void> {
  const { conflict: why, other } = answer;
  // A refusal here changes nothing; the effect of an undo comes with the list.
  const state = scan.kind === 'undo' || scan.verdict === 'refused' ? null : stateAfter(answer.outcome);
  if (scan.find && state) scanner.news.push([scan.find, state]);
  await keepAnswer(scanner.store, { ...scan, conflict: why ? { why, other } : scan.conflict }, state);
}

export function toSent(scan: KeptScan): SentScan {
  const { id, kind, how, verdict, said } = scan;
  return {
    id,
    kind,
    how,
    at: new Date(scan.atMs).toISOString(),
    verdict,
    ...(verdict === 'refused' && said !== null && { reason: reasonOf(said) }),
    ...whatWasRead(scan),
  };
}

function whatWasRead({ undoes, ticketId, signature, code, shortCode }: KeptScan): Partial<SentScan> {
  if (undoes !== null) return { undoes };
  // Scans that a program of before has kept have none.
  if (ticketId !== null) return { ticketId, ...(signature && { signature }) };
  if (code !== null) return { code };
  return shortCode === null ? {} : { shortCode };
}
