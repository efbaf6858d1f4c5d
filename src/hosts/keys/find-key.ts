import { setTimeout as delay } from 'node:timers/promises';
import { createBoundedMap } from '../../cache/bounded-map.ts';
import { isDatabaseUnavailable, type Database } from '../../db/database.ts';
import type { Changes } from '../../db/changes.ts';
import { Refusal } from '../../refusal.ts';
import { keyTypeOf } from './key-text.ts';
import type { KeyUses } from './key-uses.ts';
import { hashPrivateKey } from './private-key.ts';
import { matchServers } from './server-addresses.ts';

/** Who is calling: the host that the key belongs to. */
export type Caller = {
  keyId: string;
  hostId: string;
  /** Whether an address is one of the integrator's own servers, which calls for many buyers. */
  isServer: (address: string) => boolean;
};

type Finding = Caller | 'unknown' | 'wrong_type' | 'suspended';
type Entry = { finding: Finding; lookedUpAtMs: number };

// A revoked key is forgotten at once by NOTIFY. This is for a notification that got lost.
const TRUSTED_FOR_MS = 1_000;
// While the database is away no key can be revoked either, and reads that are cached go on.
const TRUSTED_WITHOUT_DATABASE_MS = 60_000;
// A database that neither answers nor fails must not slow down reads that don't need it.
const STALL_PATIENCE_MS = 200;
const MAX_KEYS = 50_000;

/** Finds the caller of a key, nearly always from memory: at most one database look-up per second and key. */
export function createKeyFinder(options: {
  database: Database;
  changes: Changes;
  /** Told of each look-up that finds a good key. */
  uses: Pick<KeyUses, 'note'>;
  now?: () => number;
}) {
  const now = options.now ?? (() => performance.now());
  const newMemory = () => createBoundedMap<string, Entry>({ max: MAX_KEYS });
  let known = newMemory();
  // Keys that were good when they were last looked up, remembered when all else is forgotten: who sends one of these is not guessing.
  const wereGood = createBoundedMap<string, true>({ max: MAX_KEYS });
  const underWay = new Map<string, { finding: Promise<Finding>; sinceMs: number }>();
  const forget = (): void => {
    known = newMemory();
    underWay.clear();
  };
  options.changes.listen('keys_changed', { onChange: forget, onGap: forget });

  async function lookUp(key: string): Promise<Finding> {
    // Stored in the map of this moment: if all is forgotten during the look-up, so is this answer.
    const memory = known;
    const old = memory.get(key);
    try {
      const finding = await readKey(options.database, key);
      memory.set(key, { finding, lookedUpAtMs: now() });
      if (typeof finding === 'string') wereGood.delete(key);
      else {
        wereGood.set(key, true);
        options.uses.note(finding.keyId);
      }
      return finding;
    } catch (error) {
      const isRecent = old !== undefined && now() - old.lookedUpAtMs < TRUSTED_WITHOUT_DATABASE_MS;
      if (isRecent && isDatabaseUnavailable(error)) return old.finding;
      throw error;
    }
  }

  return {
    /** The caller where the key is good and fresh in memory; null for everything else, which is for `find`. */
    peek(authorization: string | undefined): Caller | null {
      if (!authorization?.startsWith('Bearer ')) return null;
      const entry = known.get(authorization.slice(7));
      if (!entry || typeof entry.finding === 'string' || now() - entry.lookedUpAtMs >= TRUSTED_FOR_MS)
        return null;
      return entry.finding;
    },
    /**
     * Throws `unauthorized` or `wrong_key_type`. Synchronous where the key is fresh in memory. `beforeLookUp` is called before
     * the database is asked about a key that was never a good one, and may refuse.
     */
    find(authorization: string | undefined, beforeLookUp: () => void = () => {}): Caller | Promise<Caller> {
      const key = bearerToken(authorization);
      const entry = known.get(key);
      if (entry && now() - entry.lookedUpAtMs < TRUSTED_FOR_MS) return callerOf(entry.finding);
      if (keyTypeOf(key) === null) throw unauthorized();
      let lookingUp = underWay.get(key);
      if (!lookingUp) {
        if (!wereGood.get(key)) beforeLookUp();
        const finding = lookUp(key).finally(() => {
          if (underWay.get(key)?.finding === finding) underWay.delete(key);
        });
        lookingUp = { finding, sinceMs: now() };
        underWay.set(key, lookingUp);
      }
      const isRecent = entry !== undefined && now() - entry.lookedUpAtMs < TRUSTED_WITHOUT_DATABASE_MS;
      if (!isRecent) return lookingUp.finding.then(callerOf);
      const patienceMs = STALL_PATIENCE_MS - (now() - lookingUp.sinceMs);
      if (patienceMs <= 0) return callerOf(entry.finding);
      return Promise.race([lookingUp.finding, delay(patienceMs, entry.finding, { ref: false })]).then(
        callerOf,
      );
    },
  };
}

export type KeyFinder = ReturnType<typeof createKeyFinder>;

async function readKey(database: Database, key: string): Promise<Finding> {
  if (keyTypeOf(key) === 'private') {
    const { rowCount } = await database.query('SELECT 1 FROM hosts WHERE private_key_sha256 = $1', [
      hashPrivateKey(key),
    ]);
    return rowCount ? 'wrong_type' : 'unknown';
  }
  const { rows } = await database.query<{
    id: string;
    host_id: string;
    servers: string[] | null;
    is_suspended: boolean;
  }>(
    `SELECT k.id, k.host_id, k.server_addresses::text[] AS servers, h.suspended_at IS NOT NULL AS is_suspended
       FROM public_keys AS k JOIN hosts AS h ON h.id = k.host_id WHERE k.key = $1 AND k.revoked_at IS NULL`,
    [key],
  );
  const [row] = rows;
  if (!row) return 'unknown';
  if (row.is_suspended) return 'suspended';
  return { keyId: row.id, hostId: row.host_id, isServer: matchServers(row.servers ?? []) };
}

function callerOf(finding: Finding): Caller {
  if (finding === 'unknown') throw unauthorized();
  if (finding === 'suspended') {
    throw new Refusal(
      'unauthorized',
      'The host of this API key is suspended: its owner can ask the operator of this service.',
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
