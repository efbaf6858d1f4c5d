import type { Config } from '../../config/config.ts';
import { connectDatabase } from '../../db/database.ts';
import { lookAtServer } from '../../db/look-at-server.ts';
import { errorMessage } from '../../log/error-message.ts';
import { useOpenDatabase } from '../open-database.ts';
import { red, type Patient, type Seen } from './finding.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 8_000;

/**
 * The database of a running product, and why there is none. Nothing is started or migrated: who looks at a patient leaves him as he is.
 */
export async function openPatient(config: Config): Promise<{ open: Patient['open']; trouble: Seen | null }> {
  const running = await useOpenDatabase(config).catch(() => null);
  if (!running) {
    return {
      open: null,
      trouble: red(
        `Tessera has not run on ${config.dataDir} yet, or this user may not see it.`,
        'Start Tessera; or run this as its user and with its settings, as the command tessera of docs/operating/systemd.md does.',
      ),
    };
  }
  const { url, secretKeys } = running;
  const limits = { connectTimeoutMs: CONNECT_TIMEOUT_MS, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const database = connectDatabase({ url, poolSize: 4, onIdleError: () => {}, ...limits });
  try {
    // A pooler that no start would take is told as that start tells it.
    if (config.databaseUrl === null) await database.query('SELECT 1');
    else await lookAtServer({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    return { open: { database, url, secretKeys }, trouble: null };
  } catch (error) {
    await database.close();
    return { open: null, trouble: describe(config, error) };
  }
}

function describe({ databaseUrl }: Config, error: unknown): Seen {
  const reason = errorMessage(error) || (error as NodeJS.ErrnoException).code;
  if (databaseUrl === null)
    return red(
      `The embedded database is not running (${reason}).`,
      'Start Tessera: systemctl start tessera, or npm start',
    );
  const { hostname, port } = new URL(databaseUrl);
  return red(
    `The database at ${hostname}:${port || 5432} can’t be used: ${reason}.`,
    'See whether PostgreSQL runs there and lets this machine in, and whether DATABASE_URL is right.',
  );
}
