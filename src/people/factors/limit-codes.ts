import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';

/** The counted codes: those of a session, and those of a person in any session. */
type Tried = { personId: string; sessionId: string };

// A person mistypes once or twice. In another session an attacker, who has the password by then, may use up more.
const FREE_PER_SESSION = 3;
const FREE_PER_PERSON = 10;
// Then each wrong code doubles the wait, up to five minutes: under 300 guesses a day, of which each is right with a chance of
// three in a million. Longer would lock people out of their own account at an attacker's wish.
const MAX_WAIT_SECONDS = 300;
// 2 to the power of this is more than the longest wait.
const MAX_DOUBLINGS = 9;

/**
 * Refuses where a code comes too early after wrong ones. It is not even looked at: who tries many at once has tried one. The
 * person's row stays locked until the transaction ends, so that codes are tried one after the other. The clock says when, and not
 * now(), which is a time before the lock was waited for. Times are stored to the millisecond, half of one late at most.
 */
export async function refuseEarlyCode(tx: Transaction, { personId, sessionId }: Tried): Promise<void> {
  await tx.query('SELECT 1 FROM people WHERE id = $1 FOR NO KEY UPDATE', [personId]);
  const { rows } = await tx.query<{ waitSeconds: number | null }>(
    `SELECT ceil(extract(epoch FROM greatest(p.codes_again_at, s.codes_again_at) - interval '1 ms' - clock_timestamp()))::int AS "waitSeconds"
       FROM people AS p JOIN sessions AS s ON s.person_id = p.id WHERE p.id = $1 AND s.id = $2`,
    [personId, sessionId],
  );
  const waitSeconds = rows[0]?.waitSeconds ?? 0;
  if (waitSeconds <= 0) return;
  throw new Refusal('rate_limited', `Too many wrong codes: try again in ${inWords(waitSeconds)}.`, {
    retryAfterSeconds: waitSeconds,
    field: 'code',
  });
}

const inWords = (seconds: number): string =>
  seconds === 1 ? 'a second' : seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

export async function countWrongCode(tx: Transaction, { personId, sessionId }: Tried): Promise<void> {
  const again = (count: string, free: number): string =>
    `clock_timestamp() + interval '1 second' * CASE WHEN ${count} > ${free}
       THEN least(${MAX_WAIT_SECONDS}, 2 ^ least(${count} - ${free}, ${MAX_DOUBLINGS})) ELSE 0 END`;
  await tx.query(
    `UPDATE sessions SET wrong_codes = wrong_codes + 1, codes_again_at = ${again('wrong_codes + 1', FREE_PER_SESSION)}
      WHERE id = $1`,
    [sessionId],
  );
  // A day after the last one they are forgotten.
  const count = `CASE WHEN codes_again_at < now() - interval '1 day' THEN 1 ELSE wrong_codes + 1 END`;
  await tx.query(
    `UPDATE people SET wrong_codes = ${count}, codes_again_at = ${again(`(${count})`, FREE_PER_PERSON)} WHERE id = $1`,
    [personId],
  );
}

/** The code counted beforehand was right: only it is uncounted. Earlier wrong ones stay. */
export async function takeCountBack(tx: Transaction, { personId, sessionId }: Tried): Promise<void> {
  const back = 'wrong_codes = greatest(0, wrong_codes - 1), codes_again_at = clock_timestamp()';
  await tx.query(`UPDATE people SET ${back} WHERE id = $1`, [personId]);
  await tx.query(`UPDATE sessions SET ${back} WHERE id = $1`, [sessionId]);
}

/** A second step was passed. */
export async function forgetWrongCodes(tx: Transaction, { personId, sessionId }: Tried): Promise<void> {
  await tx.query('UPDATE sessions SET wrong_codes = 0, codes_again_at = NULL WHERE id = $1', [sessionId]);
  await tx.query(
    'UPDATE people SET wrong_codes = 0, codes_again_at = NULL WHERE id = $1 AND wrong_codes > 0',
    [personId],
  );
}
