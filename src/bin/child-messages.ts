import type { ToTally } from '../cache/parent-cache.ts';

/** The messages of a child process to its parent. */
export type FromChild =
  | { is: 'ready' }
  | { is: 'here' }
  | { is: 'failed'; message: string; stack: string }
  | ToTally;

/** The messages of a parent that stops: say no to balancers; answer at once; end, nobody comes after those that you have. */
export type ToChild = { is: 'drain' } | { is: 'there?' } | { is: 'end' };

const NUMBER = 'TESSERA_PROCESS';

/** The environment of the process of this number, from 1 on, beside what all have. */
export function environmentOfChild(number: number): Record<string, string> {
  const metricsPort = Number(process.env['METRICS_PORT']);
  return {
    [NUMBER]: String(number),
    // Two can't listen at one address, and whoever asks for figures wants those of each.
    ...(metricsPort > 0 && { METRICS_PORT: String(metricsPort + number - 1) }),
  };
}

export const numberOfChild = (): number => Number(process.env[NUMBER]);

/** Resolves when the parent has it: the process may end then. */
export function tellParent(message: FromChild): Promise<void> {
  return new Promise((resolve) => {
    // If the parent has gone there is nobody to tell, and this process ends too.
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
