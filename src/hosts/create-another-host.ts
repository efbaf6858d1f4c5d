import type { Actor } from '../audit/actor.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { readCountry } from './country-of-host.ts';
import { createHostOf, FEES_OF_NEW_HOSTS } from './create-host.ts';

// An agency may set up a few clients in one day. The operator makes more at once (`tessera hosts create`).
const MAX_A_DAY = 3;
// That nobody has paid yet: each that sells makes room for another.
const MAX_UNSOLD = 10;
const A_DAY_SECONDS = 24 * 60 * 60;

/** Everything that keeps somebody with an account from making another host, in a sentence. */
const OBSTACLES = {
  closed: 'Only the operator of this service creates hosts. Ask them for one.',
  unconfirmed: 'Confirm your e-mail address first. Then you can create another host.',
  suspended:
    'One of your hosts is suspended, so you can’t create another. Contact the operator of this service.',
  tooManyToday: `You can create up to ${MAX_A_DAY} hosts a day. Try again tomorrow.`,
  tooMany: `You have ${MAX_UNSOLD} hosts that no buyer has paid yet. Sell with one of them first, or ask the operator of this service for another.`,
};

type Person = { personId: string; signUp: 'open' | 'invited' | 'closed' };

/** Another host for somebody who has an account. They own it. Their address is confirmed, so it may go public. */
export async function createAnotherHost(
  tx: Transaction,
  secretKeys: SecretKeys,
  input: Person & { actor: Actor; name: string; country: string },
): Promise<{ hostId: string }> {
  const { personId, actor } = input;
  const [name, country] = [input.name.trim(), readCountry(input.country)];
  // Two presses of the button come one after the other.
  await tx.query('SELECT 1 FROM people WHERE id = $1 FOR NO KEY UPDATE', [personId]);
  const obstacle = await findObstacle(tx, input);
  if (obstacle === 'tooManyToday') {
    throw new Refusal('rate_limited', OBSTACLES[obstacle], { retryAfterSeconds: A_DAY_SECONDS });
  }
  if (obstacle !== null) throw new Refusal('not_allowed', OBSTACLES[obstacle]);
  await requireNewName(tx, { personId, name });
  const host = { ...FEES_OF_NEW_HOSTS, name, country, isEmailConfirmed: true };
  const { hostId } = await createHostOf(tx, secretKeys, { ...host, personId, actor });
  return { hostId };
}

/** Why the person can't make a host now; null: they can. */
export async function describeObstacle(database: Queryable, person: Person): Promise<string | null> {
  const obstacle = await findObstacle(database, person);
  return obstacle && OBSTACLES[obstacle];
}

/** A suspension counts against the host's owners, and against whoever made it: they may have left before. */
async function findObstacle(
  database: Queryable,
  { personId, signUp }: Person,
): Promise<keyof typeof OBSTACLES | null> {
  if (signUp !== 'open') return 'closed';
  const { rows } = await database.query<{ obstacle: keyof typeof OBSTACLES | null }>(
    `SELECT CASE
              WHEN p.email_confirmed_at IS NULL THEN 'unconfirmed'
              WHEN EXISTS (SELECT 1 FROM hosts WHERE made_by = p.id AND suspended_at IS NOT NULL)
                OR EXISTS (SELECT 1 FROM members AS m JOIN hosts AS h ON h.id = m.host_id
                            WHERE m.person_id = p.id AND m.role = 'owner' AND h.suspended_at IS NOT NULL) THEN 'suspended'
              WHEN (SELECT count(*) FROM hosts
                     WHERE made_by = p.id AND created_at > now() - interval '1 day') >= ${MAX_A_DAY} THEN 'tooManyToday'
              WHEN (SELECT count(*) FROM hosts AS h WHERE made_by = p.id AND NOT EXISTS (
                      SELECT 1 FROM orders AS o WHERE uuid_send(o.host_id) = uuid_send(h.id) AND o.status = 'confirmed'
                         AND o.source IN ('api', 'embed') AND o.gateway IS NOT NULL AND o.total_minor > 0)) >= ${MAX_UNSOLD} THEN 'tooMany'
            END AS obstacle
       FROM people AS p WHERE p.id = $1`,
    [personId],
  );
  return rows[0]?.obstacle ?? null;
}

/** So a second press makes no second host, and nobody looks for the right one of two in a list. */
async function requireNewName(
  tx: Transaction,
  { personId, name }: { personId: string; name: string },
): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM members AS m JOIN hosts AS h ON h.id = m.host_id
      WHERE m.person_id = $1 AND lower(h.name) = lower($2)`,
    [personId, name],
  );
  if (rowCount) {
    const message = 'You already have a host with this name. Choose another.';
    throw new Refusal('validation_failed', message, { field: 'name' });
  }
}
