import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../../refusal.ts';

const deriveByArgon2 = promisify(argon2);

// OWASP's first recommendation: 19 MiB and about 60 ms of a core. See docs/decisions/accounts.md.
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

// Hashing is the dearest thing that a stranger can make the program do. So many run at once that one core is left for the sale, and
// those who wait get their turn within two seconds; the rest are told to come back.
const MAX_AT_ONCE = 2;
const MAX_WAITING = 24;
const RETRY_AFTER_SECONDS = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) {
      throw new Refusal('unavailable', 'Too many people are signing in right now: try again in a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    // The one that ends hands the turn over, so that nobody gets in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The parameters are part of the text, so that they can be raised without locking anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await inTurn(() => derive(password, salt));
  const { memory, passes, parallelism } = COST;
  return [
    'argon2id',
    memory,
    passes,
    parallelism,
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$');
}

export type CheckedPassword = {
  isRight: boolean;
  /** It was hashed by rules that are ours no more: hash it again while it is known. */
  needsRehash: boolean;
};

/** Takes as long where there is no hash to compare with. */
export async function checkPassword(password: string, stored: string | null): Promise<CheckedPassword> {
  const read = readHash(stored ?? '');
  return inTurn(async () => {
    if (!read) {
      await derive(password, randomBytes(SALT_BYTES));
      return { isRight: false, needsRehash: false };
    }
    const hash = await read.derive(password);
    return { isRight: timingSafeEqual(hash, read.hash), needsRehash: !read.isOurs };
  });
}

const derive = (password: string, nonce: Buffer, cost = COST): Promise<Buffer> =>
  deriveByArgon2('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    tagLength: HASH_BYTES,
    ...cost,
  });

type ReadHash = { hash: Buffer; isOurs: boolean; derive(password: string): Promise<Buffer> };

function readHash(stored: string): ReadHash | null {
  const [name, memory, passes, parallelism, saltText = '', hashText = ''] = stored.split('$');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const [salt, hash] = [Buffer.from(saltText, 'base64url'), Buffer.from(hashText, 'base64url')];
  if (name !== 'argon2id' || hash.length !== HASH_BYTES || salt.length < SALT_BYTES) return null;
  const isOurs =
    cost.memory === COST.memory && cost.passes === COST.passes && cost.parallelism === COST.parallelism;
  return { hash, isOurs, derive: (password) => derive(password, salt, cost) };
}
