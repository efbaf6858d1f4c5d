import { createSecretKey } from 'node:crypto';
import { hashOf, rankOf, SEED_BYTES } from './draw.ts';
import { isUuid } from '../values/is-uuid.ts';

/** A draw's list: its facts, and its entries in the order of their ranks. */
export type DrawList = { seed: string; seedHash: string; count: number; entries: Iterable<string> };

export type DrawVerdict =
  | { isRight: true; count: number }
  /** The problem, in a sentence. */
  | { isRight: false; problem: string };

/** Draws again, with nothing but the list: is the seed the one that was promised, and does each entry stand where its rank puts it? */
export function verifyDraw({ entries, ...head }: DrawList): DrawVerdict {
  const check = createDrawCheck(head);
  for (const entry of entries) if (!check.take(entry)) break;
  return check.end();
}

/** The same, entry by entry: a list of millions need not be in memory. */
export function createDrawCheck({ seed, seedHash, count }: Omit<DrawList, 'entries'>) {
  const seedBytes = Buffer.from(seed, 'hex');
  const key = createSecretKey(seedBytes);
  let problem = findSeedProblem(seedBytes, { seed, seedHash });
  let place = 0;
  let last: { entry: string; rank: Buffer } | null = null;

  return {
    /** False once something is wrong: what comes after can't mend it. */
    take(entry: string): boolean {
      if (problem !== null) return false;
      place += 1;
      if (!isUuid(entry) || entry !== entry.toLowerCase()) {
        problem = `Place ${place}: ${JSON.stringify(entry)} is not an entry.`;
        return false;
      }
      const rank = rankOf(key, entry);
      const order = last ? Buffer.compare(last.rank, rank) : -1;
      if (order === 0) problem = `Place ${place}: entry ${entry} is in the list twice.`;
      if (order > 0)
        problem = `Place ${place}: entry ${entry} should come before ${last?.entry}, according to the seed.`;
      last = { entry, rank };
      return problem === null;
    },
    end(): DrawVerdict {
      if (problem === null && place !== count)
        problem = `The list has ${place} entries, but says that it has ${count}.`;
      return problem === null ? { isRight: true, count } : { isRight: false, problem };
    },
  };
}

function findSeedProblem(
  seedBytes: Buffer,
  { seed, seedHash }: Pick<DrawList, 'seed' | 'seedHash'>,
): string | null {
  if (seedBytes.length !== SEED_BYTES || seed.length !== SEED_BYTES * 2)
    return `The seed is not ${SEED_BYTES} bytes in hex.`;
  if (hashOf(seedBytes).toString('hex') !== seedHash.toLowerCase())
    return 'The seed does not match the hash that was published before the draw.';
  return null;
}
