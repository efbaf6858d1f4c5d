import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto';

export const SEED_BYTES = 32;
/** So many bytes of the HMAC are the rank: two entries never share one. */
export const RANK_BYTES = 16;

export const makeSeed = (): Buffer => randomBytes(SEED_BYTES);

/** Told before anybody lines up: the seed can't be chosen after. */
export const hashOf = (seed: Buffer): Buffer => createHash('sha256').update(seed).digest();

/**
 * The rank of an entry in the draw: the smallest first. The seed and the entry's id give the same rank to everybody, so that anybody can
 * check the draw afterwards; without the seed nobody can make an id that comes first. With the seed as a key object, which Node reads
 * once, it costs a fifth.
 */
export const rankOf = (seed: Buffer | KeyObject, entryId: string): Buffer =>
  createHmac('sha256', seed).update(entryId).digest().subarray(0, RANK_BYTES);
