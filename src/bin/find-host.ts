import { ConfigError } from '../config.ts';
import type { Database } from '../db/database.ts';

/** The host that has an account with this e-mail. */
export async function findHost(database: Database, email: string): Promise<string> {
  const { rows } = await database.query<{ host_id: string }>(
    'SELECT host_id FROM accounts WHERE lower(email) = lower($1)',
    [email],
  );
  const hostId = rows[0]?.host_id;
  if (!hostId)
    throw new ConfigError(`No host has an account with the e-mail ${JSON.stringify(email.slice(0, 254))}.`);
  return hostId;
}
