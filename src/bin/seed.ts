import { ConfigError } from '../config/config-error.ts';
import { readConfig } from '../config/read-config.ts';
import { writeDemoFacts } from '../demo/demo-facts.ts';
import { fillEvents } from '../demo/fill-events.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { createLogger } from '../log/logger.ts';
import { openMediaStore } from '../media/media-store.ts';
import { checkSecretKeys } from './check-secret-keys.ts';
import { readWords, takesNothing } from './read-words.ts';
import { print, progressBar } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera seed [--events <n>]

  Seeds the demo into an empty database, and adds n events for load tests. For development and tests only.`;

// Hundreds of events go in with one statement, and nobody waits for it but the person who watches the bar.
const STATEMENT_TIMEOUT_MS = 60_000;

/** Seeds the demo where the database is empty, and adds events for load tests. Works beside a running program. */
export async function seed(words: string[]): Promise<void> {
  const { values, positionals } = readWords('seed', words, { events: { type: 'string', default: '0' } });
  if (positionals[0] === 'help') return print(HELP);
  takesNothing('seed', positionals);
  const count = /^\d{1,7}$/.test(values.events) ? Number(values.events) : Number.NaN;
  if (Number.isNaN(count)) throw new ConfigError('--events must be a whole number, such as --events 10000.');
  if (readConfig(process.env).isProduction) {
    throw new ConfigError('ENVIRONMENT is production: the demo is only for development and tests.');
  }

  await withDatabase(
    async ({ database, secretKeys, config }) => {
      await checkSecretKeys(database, secretKeys);
      const media = await openMediaStore(config, { logger: createLogger(config.logLevel) });
      const seeded = await seedDemo(database, {
        secretKeys,
        media,
        checkoutUrl: config.checkoutUrl,
        beforeCommit: (hosts) => writeDemoFacts(config.dataDir, config, hosts),
      });
      await media.close();
      if (seeded) print('  The demo is seeded.');
      if (count > 0) await fillEvents(database, { count, onProgress: progressBar('events', count) });
      await database.query('ANALYZE events, ticket_types, search_words');
    },
    { migrates: true, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}
