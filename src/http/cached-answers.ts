import { etagOf } from './conditional.ts';

/** An answer as it goes over the wire, made once and sent many times. */
export type CachedAnswer = { body: Buffer; etag: string };

export type Fresh = {
  payload: unknown;
  /** After this long it is stale even if nothing changes. */ validForMs: number;
};

type Entry = CachedAnswer & { version: number; goodUntilMs: number; bytes: number };

/** Even with nothing changed, an answer is made anew after this long: the end of whatever a bug could keep stale. */
const LONGEST_MS = 60_000;
const ENTRY_OVERHEAD_BYTES = 500;

/**
 * Answers kept in memory per scope (a host), dropped all at once when the scope changes. Two generations bound the
 * memory: when the young one is full it becomes the old one, and what is not asked for again goes with that.
 */
export function createCachedAnswers(options: { maxBytes: number; now?: () => number }) {
  const now = options.now ?? (() => performance.now());
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();
  let youngBytes = 0;
  // A change counts its scope's version up. What was read under an earlier version is never kept or sent again.
  const versions = new Map<string, number>();
  let everyVersion = 0;
  const underWay = new Map<string, { version: number; answer: Promise<CachedAnswer> }>();

  const versionOf = (scope: string): number => everyVersion + (versions.get(scope) ?? 0);

  function keep(key: string, entry: Entry): void {
    if (entry.bytes > options.maxBytes / 4) return;
    if (youngBytes + entry.bytes > options.maxBytes / 2) {
      old = young;
      young = new Map();
      youngBytes = 0;
    }
    young.set(key, entry);
    youngBytes += entry.bytes;
  }

  async function make(key: string, version: number, load: () => Promise<Fresh>): Promise<CachedAnswer> {
    const { payload, validForMs } = await load();
    const body = Buffer.from(JSON.stringify({ data: payload, status: true }));
    const bytes = body.length + key.length * 2 + ENTRY_OVERHEAD_BYTES;
    const goodUntilMs = now() + Math.min(validForMs, LONGEST_MS);
    const entry: Entry = { body, etag: etagOf(body), version, goodUntilMs, bytes };
    keep(key, entry);
    return entry;
  }

  return {
    /** The kept answer, or a promise of it. Those who ask while it is being made get the same one. */
    answer(scope: string, what: string, load: () => Promise<Fresh>): CachedAnswer | Promise<CachedAnswer> {
      const key = `${scope} ${what}`;
      const version = versionOf(scope);
      let entry = young.get(key);
      if (!entry) {
        entry = old.get(key);
        if (entry) {
          old.delete(key);
          keep(key, entry);
        }
      }
      if (entry?.version === version && entry.goodUntilMs > now()) return entry;
      const pending = underWay.get(key);
      if (pending?.version === version) return pending.answer;
      const answer = make(key, version, load).finally(() => {
        if (underWay.get(key)?.answer === answer) underWay.delete(key);
      });
      underWay.set(key, { version, answer });
      return answer;
    },
    drop(scope: string): void {
      versions.set(scope, (versions.get(scope) ?? 0) + 1);
    },
    dropAll(): void {
      everyVersion += 1;
      young.clear();
      old.clear();
      youngBytes = 0;
    },
    bytes: (): number => [...young.values(), ...old.values()].reduce((sum, entry) => sum + entry.bytes, 0),
  };
}
