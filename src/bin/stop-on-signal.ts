import { ConfigError } from '../config/config-error.ts';

/** Aborted on Ctrl-C, for work that cleans up behind itself. A second one ends the program at once. */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new ConfigError('Stopped. Everything was cleaned up.')));
  return stopping.signal;
}
