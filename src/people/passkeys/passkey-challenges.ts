import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';

// Time to find the phone or the key, and to unlock it.
export const CHALLENGE_MINUTES = 5;
const CHALLENGE_BYTES = 32;

export type ChallengePurpose = 'add' | 'sign_in' | 'second_step';

/** The session that asked; null at sign-in. */
type Asked = { purpose: ChallengePurpose; sessionId: string | null };

export async function makeChallenge(tx: Transaction, { purpose, sessionId }: Asked): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await tx.query(
    `INSERT INTO passkey_challenges (challenge, purpose, session_id, expires_at)
     VALUES ($1, $2, $3, now() + interval '${CHALLENGE_MINUTES} minutes')`,
    [challenge, purpose, sessionId],
  );
  return challenge;
}

/** Whether the challenge was made for this, and can still be answered. It is used up, whatever comes of it. */
export async function useChallenge(
  tx: Transaction,
  { challenge, purpose, sessionId }: Asked & { challenge: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ isGood: boolean }>(
    `DELETE FROM passkey_challenges
      WHERE challenge = $1 AND purpose = $2 AND session_id IS NOT DISTINCT FROM $3::uuid
      RETURNING expires_at > now() AS "isGood"`,
    [challenge, purpose, sessionId],
  );
  return rows[0]?.isGood ?? false;
}
