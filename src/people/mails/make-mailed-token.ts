import type { Transaction } from '../../db/database.ts';
import { hashToken, makeToken } from '../sessions/session-token.ts';

/** How long a link in an e-mail is good. One that gives an account away is good for as short as a slow mail server allows. */
export const LINK_GOOD_MINUTES = { confirm_email: 24 * 60, reset_password: 30, change_email: 30 };

export type TokenPurpose = keyof typeof LINK_GOOD_MINUTES;

/**
 * Of the token only the hash is stored. Links that the person got before for the same purpose end, but not those that confirm an address: each of
 * them proves it, and people open the first mail that they find.
 */
export async function makeMailedToken(
  tx: Transaction,
  { purpose, personId, email }: { purpose: TokenPurpose; personId: string; email: string },
): Promise<string> {
  const token = makeToken();
  if (purpose !== 'confirm_email') await endMailedTokens(tx, { purpose, personId });
  await tx.query(
    `INSERT INTO mailed_tokens (token_sha256, purpose, person_id, email, expires_at)
     VALUES ($1, $2, $3, $4, now() + $5 * interval '1 minute')`,
    [hashToken(token), purpose, personId, email, LINK_GOOD_MINUTES[purpose]],
  );
  return token;
}

/** Links for that purpose which the person got before are good no more. */
export async function endMailedTokens(
  tx: Transaction,
  { purpose, personId }: { purpose: TokenPurpose; personId: string },
): Promise<void> {
  await tx.query(
    'UPDATE mailed_tokens SET expires_at = now() WHERE person_id = $1 AND purpose = $2 AND expires_at > now()',
    [personId, purpose],
  );
}
