import { createHash, randomInt } from 'node:crypto';
import type { Queryable, Transaction } from '../../db/database.ts';

const COUNT = 10;
// Without what is mistaken for something else on paper: 0 and o, 1, i and l.
const CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
// 16 of these are 79 random bits: too many to be found by trying, by whoever has the hashes too.
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** New codes for the person, and the end of all older ones. Only this answer has them: of each the hash is stored. */
export async function makeRecoveryCodes(tx: Transaction, personId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, makeCode);
  await forgetRecoveryCodes(tx, personId);
  await tx.query('INSERT INTO recovery_codes (person_id, code_sha256) SELECT $1, unnest($2::bytea[])', [
    personId,
    codes.map((code) => hashCode(personId, code)),
  ]);
  return codes;
}

/** Whether the code was one of the person's, and not used yet. From now on it is. */
export async function useRecoveryCode(
  tx: Transaction,
  { personId, code }: { personId: string; code: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE recovery_codes SET used_at = now() WHERE person_id = $1 AND code_sha256 = $2 AND used_at IS NULL',
    [personId, hashCode(personId, code)],
  );
  return rowCount === 1;
}

export async function forgetRecoveryCodes(tx: Transaction, personId: string): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE person_id = $1', [personId]);
}

export async function countRecoveryCodes(database: Queryable, personId: string): Promise<number> {
  const { rows } = await database.query<{ left: number }>(
    'SELECT count(*) AS left FROM recovery_codes WHERE person_id = $1 AND used_at IS NULL',
    [personId],
  );
  return rows[0]?.left ?? 0;
}

const makeGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
const makeCode = (): string => Array.from({ length: GROUPS }, makeGroup).join('-');

/** However it was typed: capitals, spaces and dashes say nothing. */
const hashCode = (personId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${personId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest();
