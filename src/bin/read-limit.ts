import { ConfigError } from '../config/config-error.ts';

// All that one screen scrolls through; a shop with more has another trouble.
const DEFAULT_LIMIT = 100;

/** The value of --limit. */
export function readLimit(text: string | undefined, otherwise = DEFAULT_LIMIT): number {
  const limit = Number(text ?? otherwise);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
    throw new ConfigError('--limit takes a whole number, 1 to 1000.');
  return limit;
}
