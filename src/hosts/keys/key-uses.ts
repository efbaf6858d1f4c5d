import type { Database } from '../../db/database.ts';

// "Last used" is for people who wonder whether a key may be revoked: a minute is exact enough.
const WRITTEN_EVERY_MS = 60_000;

/**
 * Notes the last use of keys in memory, written once a minute and at the end. A look-up notes its key, which happens at most once a
 * second (find-key.ts); the reads in between cost nothing.
 */
export function createKeyUses(options: {
  database: Database;
  /** Tried again with the next minute's. */
  onError: (error: Error) => void;
  now?: () => number;
  everyMs?: number;
}) {
  const { database, onError, now = () => performance.now(), everyMs = WRITTEN_EVERY_MS } = options;
  let usedAtMs = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    if (usedAtMs.size === 0) return;
    const taken = usedAtMs;
    usedAtMs = new Map();
    try {
      await writeUses(
        database,
        [...taken].map(([keyId, atMs]) => ({ keyId, agoMs: Math.max(0, now() - atMs) })),
      );
    } catch (error) {
      usedAtMs = new Map([...taken, ...usedAtMs]);
      onError(error as Error);
    }
  }

  const write = (): Promise<void> => (writing = writing.then(writeAll));
  const timer = setInterval(() => void write(), everyMs).unref();

  return {
    note: (keyId: string): void => void usedAtMs.set(keyId, now()),
    write,
    async close(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}

export type KeyUses = ReturnType<typeof createKeyUses>;

/** In one statement, and in one order: processes that write at the same time can't deadlock. */
async function writeUses(database: Database, uses: { keyId: string; agoMs: number }[]): Promise<void> {
  await database.query(
    `INSERT INTO public_key_uses AS known (key_id, last_used_at)
     SELECT used.key_id, now() - used.ago_ms * interval '1 millisecond'
       FROM unnest($1::uuid[], $2::float8[]) AS used (key_id, ago_ms)
       JOIN public_keys AS k ON k.id = used.key_id
      ORDER BY used.key_id
     ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at
      WHERE known.last_used_at < excluded.last_used_at`,
    [uses.map(({ keyId }) => keyId), uses.map(({ agoMs }) => agoMs)],
  );
}
