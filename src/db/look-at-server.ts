import pg from 'pg';

/** A pooler between us and the database that can't do what we need. */
export class PoolerError extends Error {}

// A pooler that has no connection left lets us wait, for two minutes by default.
const ANSWER_WITHIN_MS = 5_000;

/**
 * Tells the version of PostgreSQL, and whether there is a pooler in between. One that hands a connection on to others after each transaction or statement
 * is refused: what we listen to, lock, prepare and set would be another session's. Nothing of that is done here.
 */
export async function lookAtServer(
  connection: pg.ClientConfig,
): Promise<{ major: number; hasPooler: boolean }> {
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ query_timeout: ANSWER_WITHIN_MS, ...connection });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const first = await open();
  try {
    const { rows } = await first.query<{ major: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major`,
    );
    const major = rows[0]?.major ?? 0;
    // PostgreSQL greets with the number of its process. A pooler makes one up.
    if ((await processOf(first)) === greetedBy(first)) return { major, hasPooler: false };
    const second = await open();
    try {
      if (await keepsSessions(first, second)) return { major, hasPooler: true };
    } finally {
      await second.end().catch(() => {});
    }
  } finally {
    await first.end().catch(() => {});
  }
  throw new PoolerError(
    'the pooler hands connections on after each transaction: set its pool_mode to session, or connect to PostgreSQL itself',
  );
}

/**
 * Two sessions take turns, and each has to find its own process again. Whether the pooler gives out the connection that was used last or the
 * one that has rested longest, in one of the two orders somebody gets the other's.
 */
async function keepsSessions(first: pg.Client, second: pg.Client): Promise<boolean> {
  const processes = new Map<pg.Client, Set<number>>([
    [first, new Set()],
    [second, new Set()],
  ]);
  try {
    for (const inTurn of [
      [first, second],
      [first, second],
      [second, first],
    ]) {
      for (const client of inTurn) {
        await client.query('BEGIN');
        processes.get(client)?.add(await processOf(client));
      }
      for (const client of [first, second]) await client.query('COMMIT');
    }
  } catch (error) {
    if (/Query read timeout/.test(String(error)))
      throw new PoolerError(
        `the pooler gave us no second connection within ${ANSWER_WITHIN_MS / 1000} seconds: raise its default_pool_size`,
        { cause: error },
      );
    // There are no transactions where a connection is handed on after each statement.
    return false;
  }
  return [...processes.values()].every((seen) => seen.size === 1);
}

/** How many of `wanted` connections there are to be had through a pooler at once. */
export async function countSessions(connection: pg.ClientConfig, wanted: number): Promise<number> {
  const clients = Array.from(
    { length: wanted },
    () => new pg.Client({ query_timeout: ANSWER_WITHIN_MS, ...connection }),
  );
  const answers = await Promise.allSettled(
    clients.map(async (client) => {
      client.on('error', () => {});
      await client.connect();
      await client.query('SELECT 1');
    }),
  );
  await Promise.allSettled(clients.map((client) => client.end()));
  return answers.filter(({ status }) => status === 'fulfilled').length;
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

const greetedBy = (client: pg.Client): number | null =>
  (client as pg.Client & { processID: number | null }).processID;
