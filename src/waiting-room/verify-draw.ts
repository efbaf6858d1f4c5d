import { hashOf, rankOf, SEED_BYTES } from './draw.ts';
import { isUuid } from '../values/is-uuid.ts';

/** What a draw's list says of itself, and its entries in the order of their ranks. */
export type DrawList = { seed: string; seedHash: string; count: number; entries: Iterable<string> };

export type DrawVerdict =
  | { isRight: true; count: number }
  /** What is wrong, in a sentence. */
  | { isRight: false; problem: string };

const wrong = (problem: string): DrawVerdict => ({ isRight: false, problem });

/** Draws again, with nothing but the list: is the seed the one that was promised, and does each entry stand where its rank puts it? */
export function verifyDraw({ seed, seedHash, count, entries }: DrawList): DrawVerdict {
  const seedBytes = Buffer.from(seed, 'hex');
  if (seedBytes.length !== SEED_BYTES || seed.length !== SEED_BYTES * 2) {
    return wrong(`The seed is not ${SEED_BYTES} bytes in hex.`);
  }
  if (hashOf(seedBytes).toString('hex') !== seedHash.toLowerCase()) {
    return wrong('The seed is not the one whose hash was told before the draw.');
  }
  let place = 0;
  let last: { entry: string; rank: Buffer } | null = null;
  for (const entry of entries) {
    place += 1;
    if (!isUuid(entry) || entry !== entry.toLowerCase())
      return wrong(`Place ${place}: ${JSON.stringify(entry)} is no entry.`);
    const rank = rankOf(seedBytes, entry);
    const order: number = last ? Buffer.compare(last.rank, rank) : -1;
    if (order === 0) return wrong(`Place ${place}: entry ${entry} is in the list twice.`);
    if (order > 0) {
      return wrong(`Place ${place}: entry ${entry} should come before ${last?.entry}, by the seed.`);
    }
    last = { entry, rank };
  }
  if (place !== count) return wrong(`The list has ${place} entries, and says that it has ${count}.`);
  return { isRight: true, count };
}
