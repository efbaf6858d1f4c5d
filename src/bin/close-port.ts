import type { Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { FromChild, ToChild } from './child-messages.ts';

// A process that is so busy will take its connections all the same.
const MAX_ANSWER_MS = 500;

const tell = (worker: Worker, message: ToChild): void => void worker.send(message, () => {});

/**
 * Has those who serve say no to balancers, and serve on until these have noticed. Then the port, which is this process's, is closed: all
 * that was accepted has been handed out by then, and nothing comes after.
 */
export async function closePort(
  serving: () => Worker[],
  { balancerMs, hurry }: { balancerMs: number; hurry: AbortSignal | undefined },
): Promise<void> {
  for (const worker of serving()) tell(worker, { is: 'drain' });
  await delay(balancerMs, undefined, { signal: hurry }).catch(() => {});
  // One that answers has taken every connection that it was sent before.
  await Promise.race([Promise.all(serving().map(askIfThere)), delay(MAX_ANSWER_MS)]);
  for (const worker of serving()) {
    tell(worker, { is: 'end' });
    worker.disconnect();
  }
}

function askIfThere(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.on('message', ({ is }: FromChild) => is === 'here' && resolve());
  worker.once('exit', () => resolve());
  tell(worker, { is: 'there?' });
  return promise;
}
