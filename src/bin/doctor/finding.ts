import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';

/** `off`: not in use, or not to be seen from here. It counts for nothing. */
export type Light = 'green' | 'yellow' | 'red' | 'off';

export type Finding = {
  check: string;
  light: Light;
  /** In a line without any secret. */
  says: string;
  /** The next step of the operator; null where nothing is to be done. */
  next: string | null;
};

/** A finding without the name of its check, which the caller adds. */
export type Seen = Omit<Finding, 'check'>;

export const green = (says: string): Seen => ({ light: 'green', says, next: null });
export const off = (says: string): Seen => ({ light: 'off', says, next: null });
export const yellow = (says: string, next: string): Seen => ({ light: 'yellow', says, next });
export const red = (says: string, next: string): Seen => ({ light: 'red', says, next });

/** The product, as the checks get it. */
export type Patient = {
  config: Config;
  environment: Record<string, string | undefined>;
  /** Null: it can't be reached, and a finding of its own says why. */
  open: { database: Database; url: string; secretKeys: SecretKeys } | null;
  /** The address that a test mail is sent to; null: none is sent. */
  mailTo: string | null;
};

export type Check = {
  name: string;
  /** It may throw: that is a red line. It gives up by itself when the signal says so, or is left behind. */
  look: (patient: Patient, signal: AbortSignal) => Promise<Seen[]>;
  limitMs: number;
};

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
