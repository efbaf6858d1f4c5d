import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { isUuid } from '../values/is-uuid.ts';

/** A host by its id, or by the e-mail of a person who owns it and no other. */
export async function findHost(database: Database, named: string): Promise<string> {
  const { rows } = await database.query<{ id: string; name: string }>(
    isUuid(named)
      ? 'SELECT id, name FROM hosts WHERE id = $1'
      : `SELECT h.id, h.name FROM members AS m JOIN people AS p ON p.id = m.person_id JOIN hosts AS h ON h.id = m.host_id
          WHERE lower(p.email) = lower($1) AND m.role = 'owner' ORDER BY lower(h.name), h.id`,
    [named],
  );
  const [host, ...more] = rows;
  const asked = JSON.stringify(named.slice(0, 254));
  if (!host)
    throw new ConfigError(
      `No host has the id ${asked}, or an owner with this e-mail: see tessera hosts list.`,
    );
  if (more.length > 0) {
    const all = rows.map(({ id, name }) => `${id} (${JSON.stringify(name)})`);
    throw new ConfigError(`${asked} owns several hosts. Give the id of one: ${all.join(', ')}.`);
  }
  return host.id;
}
