import type { ServerResponse } from 'node:http';
import { Refusal } from '../refusal.ts';

/** Aborts when the client disconnects before it has its answer, so that work for it can stop. */
export function clientGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const tell = (): void => {
    if (!response.writableFinished)
      gone.abort(new Refusal('unavailable', 'The client has disconnected.', { retryAfterSeconds: 1 }));
  };
  if (response.destroyed) tell();
  else response.once('close', tell);
  return gone.signal;
}
