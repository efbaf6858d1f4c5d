import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';

export type NewPerson = { email: string; name?: string; passwordHash: string; isEmailConfirmed: boolean };

/** Throws where somebody has the e-mail already. */
export async function createPerson(tx: Transaction, person: NewPerson): Promise<string> {
  const personId = randomUUIDv7();
  await tx.query(
    `INSERT INTO people (id, email, name, password_hash, email_confirmed_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END)`,
    [personId, person.email, person.name ?? '', person.passwordHash, person.isEmailConfirmed],
  );
  return personId;
}
