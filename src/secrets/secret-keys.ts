import { deriveKey } from './derive-key.ts';

/** A secret key, and the id that stands for it where the key itself must not be. */
export type SecretKey = { id: string; bytes: Buffer };

/** The key that seals and signs, and all whose seals and signatures are good: the current one first. */
export type SecretKeys = { current: SecretKey; accepted: SecretKey[] };

const ID_DIGITS = 12;

/** `others` are earlier keys, or the next one: what is sealed with either can be opened. */
export function createSecretKeys(current: Buffer, others: Buffer[] = []): SecretKeys {
  const named = [current, ...others].map((bytes) => ({ id: idOf(bytes), bytes }));
  const accepted = named.filter(({ id }, index) => named.findIndex((one) => one.id === id) === index);
  const [first] = accepted;
  if (!first) throw new Error('there is always a current key');
  return { current: first, accepted };
}

/** Derived like any other key: it names the key, and nothing about the key can be found out from it. */
function idOf(secretKey: Buffer): string {
  return deriveKey(secretKey, 'name').toString('hex').slice(0, ID_DIGITS);
}
