import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { hashToken, isToken } from '../sessions/session-token.ts';

/** Signs out: the token opens nothing from now on, wherever it is copied to. */
export async function signOut(
  tx: Transaction,
  { token, address }: { token: string; address: string },
): Promise<void> {
  if (!isToken(token)) return;
  const { rows } = await tx.query<{ personId: string; email: string }>(
    `DELETE FROM sessions AS s USING people AS p WHERE s.token_sha256 = $1 AND p.id = s.person_id
      RETURNING p.id AS "personId", p.email`,
    [hashToken(token)],
  );
  const [ended] = rows;
  if (!ended) return;
  await recordChange(tx, {
    hostId: null,
    actor: { kind: 'member', ...ended, role: null, address },
    action: 'person.sign_out',
    subject: { id: ended.personId, name: ended.email },
  });
}
