import { randomUUIDv7 } from 'node:crypto';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { hashToken, isToken, makeToken } from './session-token.ts';
import { HAS_FACTOR_SQL } from '../factors/has-factor-sql.ts';

// People sign in again after a day without a visit, and everybody after two weeks.
export const IDLE_HOURS = 24;
export const ABSOLUTE_DAYS = 14;
// A second step counts for what is done right after it.
const SECOND_STEP_MINUTES = 10;
// Looking at a page is written down once a minute at most.
const TOUCH_EVERY_SECONDS = 60;
const MAX_USER_AGENT_CHARACTERS = 300;

export type Session = {
  sessionId: string;
  personId: string;
  email: string;
  name: string;
  /** As the person has chosen; null for the browser's. */
  language: string | null;
  isEmailConfirmed: boolean;
  /** The person has signed in, or given the password again, not long ago. */
  isSignInFresh: boolean;
  /** The person has set up a second factor. */
  hasFactor: boolean;
  /** One of the factors is a passkey. */
  hasPasskey: boolean;
  /** This session has passed it, at some time. */
  hasPassedFactor: boolean;
  /** And not long ago. */
  isFactorFresh: boolean;
};

/** As a condition on `sessions AS s`: it opens something. */
export const OPEN_SESSION = `s.expires_at > now() AND s.last_used_at > now() - interval '${IDLE_HOURS} hours'`;

export type SessionOrigin = { address: string; userAgent: string };

/** The token goes into the cookie; only its hash is stored. */
export async function startSession(
  tx: Transaction,
  input: { personId: string; hasPassedFactor: boolean } & SessionOrigin,
): Promise<string> {
  const token = makeToken();
  await tx.query(
    `INSERT INTO sessions (id, token_sha256, person_id, expires_at, passed_factor_at, client_address, user_agent)
     VALUES ($1, $2, $3, now() + interval '${ABSOLUTE_DAYS} days', CASE WHEN $4 THEN now() END, $5, $6)`,
    [
      randomUUIDv7(),
      hashToken(token),
      input.personId,
      input.hasPassedFactor,
      input.address,
      input.userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
    ],
  );
  return token;
}

const ALIVE_SQL = `
  SELECT s.id AS "sessionId", p.id AS "personId", p.email, p.name, p.language,
         p.email_confirmed_at IS NOT NULL AS "isEmailConfirmed",
         ${HAS_FACTOR_SQL} AS "hasFactor", EXISTS (SELECT 1 FROM passkeys WHERE person_id = p.id) AS "hasPasskey",
         s.passed_factor_at IS NOT NULL AS "hasPassedFactor",
         coalesce(s.passed_factor_at > now() - interval '${SECOND_STEP_MINUTES} minutes', false) AS "isFactorFresh",
         s.signed_in_at > now() - interval '${SECOND_STEP_MINUTES} minutes' AS "isSignInFresh",
         s.last_used_at < now() - interval '${TOUCH_EVERY_SECONDS} seconds' AS "isTouchDue"
    FROM sessions AS s JOIN people AS p ON p.id = s.person_id
   WHERE ${OPEN_SESSION}`;

/** Null where the token opens nothing: unknown, ended, or left alone for too long. */
export async function findSession(database: Queryable, token: string): Promise<Session | null> {
  if (!isToken(token)) return null;
  const { rows } = await database.query<Session & { isTouchDue: boolean }>(
    `${ALIVE_SQL} AND s.token_sha256 = $1`,
    [hashToken(token)],
  );
  const [row] = rows;
  if (!row) return null;
  const { isTouchDue, ...session } = row;
  if (isTouchDue)
    await database.query('UPDATE sessions SET last_used_at = now() WHERE id = $1', [session.sessionId]);
  return session;
}

/** Those of the sessions that have not ended. Asking does not count as a use: a page that is left open ends with its session. */
export async function listLiveSessions(database: Queryable, sessionIds: string[]): Promise<Session[]> {
  const { rows } = await database.query<Session>(`${ALIVE_SQL} AND s.id = ANY ($1)`, [sessionIds]);
  return rows;
}

/**
 * The session goes on under a new token, and the old one opens nothing from now on: at every change of what it may do. With
 * `hasPassedFactor`, the second step was passed just now.
 */
export async function renewSession(
  tx: Transaction,
  { sessionId, hasPassedFactor }: { sessionId: string; hasPassedFactor: boolean },
): Promise<string> {
  const token = makeToken();
  const { rowCount } = await tx.query(
    `UPDATE sessions SET token_sha256 = $2, last_used_at = now(),
            passed_factor_at = CASE WHEN $3 THEN now() ELSE passed_factor_at END
      WHERE id = $1`,
    [sessionId, hashToken(token), hasPassedFactor],
  );
  if (rowCount === 0) throw new Refusal('sign_in_required', 'Your session has ended: sign in again.');
  return token;
}

/** Ends the person's sessions, or all but one: whenever a password, a factor or a role has changed. */
export async function endSessions(
  tx: Transaction,
  { personId, exceptSessionId = null }: { personId: string; exceptSessionId?: string | null },
): Promise<number> {
  const { rowCount } = await tx.query(
    'DELETE FROM sessions WHERE person_id = $1 AND id IS DISTINCT FROM $2::uuid',
    [personId, exceptSessionId],
  );
  return rowCount ?? 0;
}
