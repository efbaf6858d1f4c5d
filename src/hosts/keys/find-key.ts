import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable, type Database } from '../../db/database.ts';
import type { Changes } from '../../db/changes.ts';
import { Refusal } from '../../refusal.ts';
import { keyTypeOf } from './key-text.ts';
import type { KeyUses } from './key-uses.ts';
import { createKeyMemory } from './key-memory.ts';
import { readKey, type Caller, type Finding } from './read-key.ts';

// A revoked key is forgotten at once by NOTIFY. This is for a notification that got lost.
const TRUSTED_FOR_MS = 1_000;
// While the database is away no key can be revoked either, and reads that are cached go on.
const TRUSTED_WITHOUT_DATABASE_MS = 60_000;
// A database that neither answers nor fails must not slow down reads that don't need it.
const STALL_PATIENCE_MS = 200;

/** Finds the caller of a key, nearly always from memory. */
export function createKeyFinder(options: {
  database: Database;
  changes: Changes;
  /** Told of each look-up that finds a good key. */
  uses: Pick<KeyUses, 'note'>;
  now?: () => number;
}) {
  const now = options.now ?? (() => performance.now());
  const underWay = new Map<string, { finding: Promise<Finding>; sinceMs: number }>();
  const known = createKeyMemory({ ...options, now, onForget: () => underWay.clear() });

  async function lookUp(key: string): Promise<Finding> {
    const keep = known.keeper();
    const old = known.get(key);
    try {
      const finding = await readKey(options.database, key);
      keep(key, finding);
      return finding;
    } catch (error) {
      const isRecent = old !== undefined && now() - old.lookedUpAtMs < TRUSTED_WITHOUT_DATABASE_MS;
      if (isRecent && isDatabaseUnavailable(error)) return old.finding;
      throw error;
    }
  }

  /** Others who ask for the same key meanwhile share the look-up. */
  function startLookUp(key: string): { finding: Promise<Finding>; sinceMs: number } {
    const finding = lookUp(key).finally(() => {
      if (underWay.get(key)?.finding === finding) underWay.delete(key);
    });
    const lookingUp = { finding, sinceMs: now() };
    underWay.set(key, lookingUp);
    return lookingUp;
  }

  return {
    /** The caller where the key is good and fresh in memory; null for everything else, which is for `find`. */
    peek(authorization: string | undefined): Caller | null {
      if (!authorization?.startsWith('Bearer ')) return null;
      const key = authorization.slice(7);
      const entry = known.get(key);
      if (!entry || typeof entry.finding === 'string') return null;
      const nowMs = now();
      if (nowMs - entry.lookedUpAtMs >= TRUSTED_FOR_MS) return null;
      entry.usedAtMs = nowMs;
      return entry.finding;
    },
    /**
     * Throws `unauthorized` or `wrong_key_type`. Synchronous where the key is fresh in memory. `beforeLookUp` is called before
     * the database is asked about a key that was never a good one, and may refuse.
     */
    find(authorization: string | undefined, beforeLookUp: () => void = () => {}): Caller | Promise<Caller> {
      const key = bearerToken(authorization);
      const entry = known.get(key);
      if (entry) entry.usedAtMs = now();
      if (entry && now() - entry.lookedUpAtMs < TRUSTED_FOR_MS) return callerOf(entry.finding);
      if (keyTypeOf(key) === null) throw unauthorized();
      let lookingUp = underWay.get(key);
      if (!lookingUp) {
        if (!known.wasGood(key)) beforeLookUp();
        lookingUp = startLookUp(key);
      }
      const isRecent = entry !== undefined && now() - entry.lookedUpAtMs < TRUSTED_WITHOUT_DATABASE_MS;
      if (!isRecent) return lookingUp.finding.then(callerOf);
      const patienceMs = STALL_PATIENCE_MS - (now() - lookingUp.sinceMs);
      if (patienceMs <= 0) return callerOf(entry.finding);
      return Promise.race([lookingUp.finding, delay(patienceMs, entry.finding, { ref: false })]).then(
        callerOf,
      );
    },
    close: known.close,
  };
}

export type KeyFinder = ReturnType<typeof createKeyFinder>;

function callerOf(finding: Finding): Caller {
  if (finding === 'unknown') throw unauthorized();
  if (finding === 'suspended') {
    throw new Refusal(
      'unauthorized',
      'The host of this API key is suspended: its owner can contact the operator of this service.',
    );
  }
  if (finding === 'wrong_type') {
    throw new Refusal(
      'wrong_key_type',
      'This is a private key: call the API with a public key (pk_…), and keep the private one secret.',
    );
  }
  return finding;
}

function bearerToken(authorization: string | undefined): string {
  // The scheme's name is case-insensitive; anything but one token behind it is no key.
  if (authorization === undefined || authorization.length > 200) throw unauthorized();
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim();
  const match = /^bearer +(\S+) *$/i.exec(authorization);
  if (!match?.[1]) throw unauthorized();
  return match[1];
}

const unauthorized = (): Refusal =>
  new Refusal('unauthorized', 'The API key is missing or invalid: send Authorization: Bearer <public key>.');
