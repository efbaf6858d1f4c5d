import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config.ts';
import type { Database } from '../db/database.ts';
import { setCallbackOrigins } from '../hosts/callback-origins.ts';
import { findHost } from './find-host.ts';
import { readWords } from './read-words.ts';
import { dim, print } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera hosts <command> <host's e-mail>

  callbacks <e-mail>               the sites that buyers may be sent back to after paying
  callbacks <e-mail> <site>...     allow these sites and no other, such as https://shop.example: an order whose callbackUrl
                                   is elsewhere is refused
  callbacks <e-mail> --any         allow every site`;

/** A host's settings, by hand. Works beside a running program, which hears of it at once. */
export async function hosts(words: string[]): Promise<void> {
  const { values, positionals } = readWords('hosts', words, { any: { type: 'boolean', default: false } });
  const [command = 'help', email, ...sites] = positionals;
  if (command === 'help') return print(HELP);
  if (command !== 'callbacks') throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (email === undefined) throw new ConfigError(`hosts ${command} needs the e-mail of a host's account.`);
  if (values.any && sites.length > 0)
    throw new ConfigError('hosts callbacks takes sites, or --any, and not both.');
  await withDatabase(async ({ database }) => {
    const hostId = await findHost(database, email);
    if (values.any || sites.length > 0) {
      const origins = values.any ? null : sites;
      await database.transaction((tx) => setCallbackOrigins(tx, { hostId, actor: OPERATOR, origins }));
    }
    await printCallbacks(database, hostId);
  });
}

async function printCallbacks(database: Database, hostId: string): Promise<void> {
  const { rows } = await database.query<{ origins: string[] | null }>(
    'SELECT callback_origins AS origins FROM hosts WHERE id = $1',
    [hostId],
  );
  const origins = rows[0]?.origins ?? null;
  if (origins === null) {
    print('  Buyers may be sent back to any site.');
    print(
      dim(
        '  Name your own: anybody with the public key can order, and so send people from your payment page to theirs.',
      ),
    );
  }
  for (const origin of origins ?? []) print(`  ${origin}`);
}
