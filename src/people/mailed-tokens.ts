import type { Queryable, Transaction } from '../db/database.ts';
import type { TokenPurpose } from './mails/make-mailed-token.ts';
import { hashToken, isToken } from './sessions/session-token.ts';

export type MailedToken = {
  personId: string;
  /** The address that the link was sent to, and that it proves. */
  email: string;
};

type Named = { purpose: TokenPurpose; token: string };

const IS_GOOD = 'token_sha256 = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()';
const COLUMNS = 'person_id AS "personId", email';

/** Null where the link opens nothing: unknown, used, ended by a newer one, too old, or for something else. */
export async function findMailedToken(
  database: Queryable,
  { purpose, token }: Named,
): Promise<MailedToken | null> {
  if (!isToken(token)) return null;
  const { rows } = await database.query<MailedToken>(
    `SELECT ${COLUMNS} FROM mailed_tokens WHERE ${IS_GOOD}`,
    [hashToken(token), purpose],
  );
  return rows[0] ?? null;
}

/** Uses the link up, once however many press it at the same time; null where it is good no more. */
export async function consumeMailedToken(
  tx: Transaction,
  { purpose, token }: Named,
): Promise<MailedToken | null> {
  if (!isToken(token)) return null;
  const { rows } = await tx.query<MailedToken>(
    `UPDATE mailed_tokens SET used_at = now() WHERE ${IS_GOOD} RETURNING ${COLUMNS}`,
    [hashToken(token), purpose],
  );
  return rows[0] ?? null;
}
