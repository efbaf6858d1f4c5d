import { ConfigError } from '../config/config-error.ts';

const MAX_REASON_CHARACTERS = 300;

/** The value of --reason, if there is one. */
export function readReason(text: string | undefined): string | null {
  const reason = text?.trim() ?? null;
  if (reason !== null && (reason.length < 1 || reason.length > MAX_REASON_CHARACTERS))
    throw new ConfigError(`--reason takes 1 to ${MAX_REASON_CHARACTERS} characters.`);
  return reason;
}
