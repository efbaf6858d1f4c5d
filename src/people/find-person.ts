import type { Queryable } from '../db/database.ts';
import { comparableAddress } from '../values/email-address.ts';
import { HAS_FACTOR_SQL } from './factors/has-factor-sql.ts';

export type Person = {
  personId: string;
  email: string;
  name: string;
  passwordHash: string;
  isEmailConfirmed: boolean;
  hasFactor: boolean;
};

const COLUMNS = `id AS "personId", email, name, password_hash AS "passwordHash",
  email_confirmed_at IS NOT NULL AS "isEmailConfirmed",
  ${HAS_FACTOR_SQL} AS "hasFactor"`;

/** Null where nobody has the e-mail. */
export async function findPersonByEmail(database: Queryable, email: string): Promise<Person | null> {
  const { rows } = await database.query<Person>(
    `SELECT ${COLUMNS} FROM people AS p WHERE lower(email) = ANY ($1)`,
    // A domain in another script may have been stored as it was typed.
    [[...new Set([comparableAddress(email), email.toLowerCase()])]],
  );
  return rows[0] ?? null;
}

export async function findPerson(database: Queryable, personId: string): Promise<Person | null> {
  const { rows } = await database.query<Person>(`SELECT ${COLUMNS} FROM people AS p WHERE id = $1`, [
    personId,
  ]);
  return rows[0] ?? null;
}
