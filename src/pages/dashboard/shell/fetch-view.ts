import { refusalIn, type RefusalBody } from '../../shared/call-server.ts';
import type { ViewAnswer } from '../contract.ts';

// As in call-server.ts: a phone on a slow network gets its answer within this time, or an error.
const PATIENCE_MS = 20_000;

export type Fetched =
  | { kind: 'view'; answer: ViewAnswer; address: string }
  | { kind: 'refused'; refusal: RefusalBody }
  /** Not a view: a separate page, or a file. */
  | { kind: 'elsewhere' }
  | { kind: 'offline' }
  /** Another address was requested meanwhile. */
  | { kind: 'stale' };

/** Fetches the view of an address for the page's script. `signal` aborts it. */
export async function fetchView(address: string, signal: AbortSignal): Promise<Fetched> {
  const patience = new AbortController();
  const giveUp = (): void => patience.abort();
  signal.addEventListener('abort', giveUp);
  const timer = setTimeout(giveUp, PATIENCE_MS);
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      signal: patience.signal,
    });
    if (!response.headers.get('content-type')?.startsWith('application/json')) return { kind: 'elsewhere' };
    if (!response.ok) return { kind: 'refused', refusal: await refusalIn(response) };
    const answer = (await response.json()) as Partial<ViewAnswer>;
    if (answer.view === undefined) return { kind: 'elsewhere' };
    return { kind: 'view', answer: answer as ViewAnswer, address: response.url };
  } catch {
    return { kind: signal.aborted ? 'stale' : 'offline' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
