import { createBoundedMap } from '../../cache/bounded-map.ts';
import type { Changes } from '../../db/changes.ts';
import type { Database } from '../../db/database.ts';
import type { KeyUses } from './key-uses.ts';
import { readPublicKeys, type Finding } from './read-key.ts';

export type Entry = { finding: Finding; lookedUpAtMs: number; usedAtMs: number };

// Keys that were used within the last minute are looked up again before they are trusted no more, together, while requests go on: neither
// does somebody wait for the database once a second, nor the first buyer after a pause.
const RENEWED_EVERY_MS = 700;
const RENEWED_FOR_MS = 60_000;
// Beyond these, a key is looked up when it is used.
const MAX_RENEWED = 1_000;
const MAX_KEYS = 50_000;

const newEntries = () => createBoundedMap<string, Entry>({ max: MAX_KEYS });

/** Remembers keys: forgets all when any is changed, and keeps those in use fresh. */
export function createKeyMemory(options: {
  database: Database;
  changes: Changes;
  uses: Pick<KeyUses, 'note'>;
  now: () => number;
  onForget: () => void;
}) {
  const { now } = options;
  let known = newEntries();
  // Keys that were good when they were last looked up, remembered when all else is forgotten: who sends one of these is not guessing.
  const wereGood = createBoundedMap<string, true>({ max: MAX_KEYS });
  const inUse = createBoundedMap<string, Entry>({ max: MAX_RENEWED });

  function keep(entries: typeof known, key: string, found: Omit<Entry, 'lookedUpAtMs'>): void {
    const entry = { ...found, lookedUpAtMs: now() };
    entries.set(key, entry);
    if (typeof entry.finding === 'string') {
      wereGood.delete(key);
      inUse.delete(key);
    } else {
      wereGood.set(key, true);
      inUse.set(key, entry);
    }
  }

  async function renew(): Promise<void> {
    const entries = known;
    // Forgotten keys are looked up on use: a key that is just being revoked must not be trusted again.
    const isInUse = (key: string, entry: Entry): boolean =>
      entries.get(key) === entry && now() - entry.usedAtMs < RENEWED_FOR_MS;
    const renewed = inUse.entries().filter(([key, entry]) => isInUse(key, entry));
    for (const [key, entry] of inUse.entries()) if (!isInUse(key, entry)) inUse.delete(key);
    if (renewed.length === 0) return;
    const found = await readPublicKeys(
      options.database,
      renewed.map(([key]) => key),
    );
    for (const [key, entry] of renewed) {
      // Looked up meanwhile by whoever could not wait.
      if (inUse.get(key) !== entry) continue;
      const finding = found.get(key) ?? 'unknown';
      const isUsed = entry.usedAtMs > entry.lookedUpAtMs;
      if (isUsed && typeof finding !== 'string') options.uses.note(finding.keyId);
      keep(entries, key, { finding, usedAtMs: entry.usedAtMs });
    }
  }

  const renewing = setInterval(oneAtATime(renew), RENEWED_EVERY_MS).unref();
  const forget = (): void => {
    known = newEntries();
    options.onForget();
  };
  options.changes.listen('keys_changed', { onChange: forget, onGap: forget });

  return {
    get: (key: string): Entry | undefined => known.get(key),
    wasGood: (key: string): boolean => wereGood.get(key) !== undefined,
    /** To keep what is found by a look-up that begins now: if all is forgotten before it ends, so is this. */
    keeper: (): ((key: string, finding: Finding) => void) => {
      const entries = known;
      return (key, finding) => {
        keep(entries, key, { finding, usedAtMs: now() });
        if (typeof finding !== 'string') options.uses.note(finding.keyId);
      };
    },
    close: (): void => clearInterval(renewing),
  };
}

/** Errors reach those who come once the keys are no longer trusted. */
function oneAtATime(renew: () => Promise<void>): () => void {
  let isUnderWay = false;
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    renew()
      .catch(() => {})
      .finally(() => (isUnderWay = false));
  };
}
