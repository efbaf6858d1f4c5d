import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Database } from '../../db/database.ts';
import { invalidField } from '../../refusal.ts';
import { countWrongCode, takeCountBack, refuseEarlyCode } from '../factors/limit-codes.ts';
import { checkPassword } from './password-hash.ts';

type Proof = { actor: Actor; personId: string; sessionId: string; password: string };

/**
 * Refuses where it is not the person's password. It is counted as wrong before it is looked at, by the same counts as codes: whoever
 * has somebody's open browser can't guess faster by sending many at once. A right one takes back its own count and no other: who has
 * the password can't buy guesses at the factor with it. Hashing takes a while, and no transaction waits for it.
 */
export async function provePassword(
  database: Database,
  { password, field, ...proof }: Proof & { field: string },
): Promise<void> {
  const stored = await database.transaction(async (tx) => {
    await refuseEarlyCode(tx, proof);
    await countWrongCode(tx, proof);
    const { rows } = await tx.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM people WHERE id = $1',
      [proof.personId],
    );
    return rows[0]?.hash ?? null;
  });
  const { isRight } = await checkPassword(password, stored);
  await database.transaction((tx) =>
    isRight
      ? takeCountBack(tx, proof)
      : recordChange(tx, { hostId: null, actor: proof.actor, action: 'person.prove_password_failed' }),
  );
  if (!isRight) throw invalidField(field, 'is not your password.');
}
