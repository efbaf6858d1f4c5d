import { ConfigError } from '../config.ts';
import type { Database } from '../db/database.ts';

/** The host that a person with this e-mail is an owner of. */
export async function findHost(database: Database, email: string): Promise<string> {
  const { rows } = await database.query<{ host_id: string }>(
    `SELECT m.host_id FROM members AS m JOIN people AS p ON p.id = m.person_id
      WHERE lower(p.email) = lower($1) AND m.role = 'owner' ORDER BY m.created_at, m.id LIMIT 1`,
    [email],
  );
  const hostId = rows[0]?.host_id;
  if (!hostId)
    throw new ConfigError(`No host has an owner with the e-mail ${JSON.stringify(email.slice(0, 254))}.`);
  return hostId;
}
