import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../db/database.ts';
import { keyTypeOf } from '../hosts/keys/key-text.ts';
import { describeServer, setServerAddresses } from '../hosts/keys/server-addresses.ts';
import { findHost } from './find-host.ts';
import { readWords } from './read-words.ts';
import { dim, print } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera keys <command>

  list <host's e-mail>                 the host's public keys, and the servers of each
  addresses <public key> <address>...  set the servers that use this key for many buyers; they replace those set
                                       before: addresses such as 203.0.113.7, or networks such as 203.0.113.0/28 and
                                       2001:db8:7::/48. Limits per address don't count what they hold.
  addresses <public key> --clear       set none`;

/** A host's public keys, by hand. Works beside a running program, which hears of it at once. */
export async function keys(words: string[]): Promise<void> {
  const { values, positionals } = readWords('keys', words, { clear: { type: 'boolean', default: false } });
  const [command = 'help', subject, ...addresses] = positionals;
  if (command === 'help') return print(HELP);
  if (command === 'list') {
    if (subject === undefined || addresses.length > 0 || values.clear)
      throw new ConfigError("keys list takes only the e-mail of a host's account.");
    return withDatabase(async ({ database }) => list(database, await findHost(database, subject)));
  }
  if (command !== 'addresses') throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (subject === undefined || values.clear === addresses.length > 0)
    throw new ConfigError('keys addresses takes a public key, and addresses or --clear.');
  await withDatabase(async ({ database }) => {
    const key = await findKey(database, subject);
    const named = await database.transaction((tx) =>
      setServerAddresses(tx, { ...key, actor: OPERATOR, addresses }),
    );
    print(named.length > 0 ? `  The key's servers: ${describeAll(named)}` : '  The key has no servers.');
  });
}

/** Never says what it was given: a private key may have been meant to stay private. */
async function findKey(database: Database, key: string): Promise<{ keyId: string; hostId: string }> {
  if (keyTypeOf(key) === 'private') throw new ConfigError('This is a private key: give a public one (pk_…).');
  const { rows } = await database.query<{ keyId: string; hostId: string }>(
    'SELECT id AS "keyId", host_id AS "hostId" FROM public_keys WHERE key = $1 AND revoked_at IS NULL',
    [key],
  );
  const [row] = rows;
  if (!row) throw new ConfigError('No public key in use matches: see tessera keys list.');
  return row;
}

async function list(database: Database, hostId: string): Promise<void> {
  const { rows } = await database.query<{
    key: string;
    name: string;
    servers: string[] | null;
    revoked_at: Date | null;
  }>(
    `SELECT key, name, server_addresses::text[] AS servers, revoked_at FROM public_keys WHERE host_id = $1
      ORDER BY created_at, id`,
    [hostId],
  );
  if (rows.length === 0) print('  No key yet.');
  for (const { key, name, servers, revoked_at: revokedAt } of rows) {
    print(`  ${key}  ${dim(revokedAt ? `${name} (revoked)` : name)}`);
    if (servers) print(`    servers: ${describeAll(servers)}`);
  }
}

const describeAll = (networks: string[]): string => networks.map(describeServer).join(', ');
