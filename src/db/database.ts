import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keepWarm } from './keep-warm.ts';

// Counts and money fit a JavaScript integer: the schema's checks keep them far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for an integer`);
  return value;
});

/** What an action runs its SQL on: the pool for a single statement, a client inside a transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
};

export type Transaction = Queryable & { readonly isTransaction: true };

type DedicatedPool = {
  size: number;
  settings: Record<string, string>;
  beat?: pg.QueryConfig;
  beatEveryMs?: number | undefined;
};

export type Database = Queryable & {
  /** For the hottest statements: parsed and planned once per connection, under the name. */
  queryPrepared<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** How many queries wait for a connection. */
  waitingCount(): number;
  /** A connection of its own, outside the pool, for LISTEN. */
  dedicatedClient(): pg.Client;
  /** Separate connections with their own settings, for one sort of work. They stay open; `beat` is what they run meanwhile. */
  dedicatedPool(options: DedicatedPool): pg.Pool;
  close(): Promise<void>;
};

// A buyer would rather hear "try again" than wait: no request of ours needs more than a fraction of these.
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
// Longer than the server's own limit: it only counts where the server no longer answers at all.
const ANSWER_MARGIN_MS = 1_000;

export function connectDatabase(options: {
  url: string;
  poolSize: number;
  /** For work that nobody waits for, such as a check of all data. */
  statementTimeoutMs?: number;
  connectTimeoutMs?: number;
  onIdleError: (error: Error) => void;
}): Database {
  const connection: pg.ClientConfig = {
    connectionString: options.url,
    application_name: 'tessera',
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const openPool = (settings: pg.PoolConfig): pg.Pool => {
    const opened = new pg.Pool({
      ...connection,
      statement_timeout: statementTimeoutMs,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
      ...settings,
    });
    // Without a listener a connection that dies while idle would end the program. One that the server ends while we close is no news.
    opened.on('error', (error) => {
      if (!opened.ending) options.onIdleError(error);
    });
    return opened;
  };
  const pool = openPool({ max: options.poolSize });

  return {
    query: (text, values) => pool.query(text, values),
    queryPrepared: (name, text, values) => pool.query({ name, text, values }),
    transaction: (work) =>
      inTransaction(pool, (client) =>
        work({ isTransaction: true, query: (text, values) => client.query(text, values) }),
      ),
    waitingCount: () => pool.waitingCount,
    dedicatedClient: () => new pg.Client(connection),
    dedicatedPool: (wanted) => openDedicated(openPool, wanted),
    close: () => pool.end(),
  };
}

function openDedicated(
  openPool: (settings: pg.PoolConfig) => pg.Pool,
  { size, settings, beat = { text: 'SELECT 1' }, beatEveryMs }: DedicatedPool,
): pg.Pool {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const opened = openPool({ max: size, idleTimeoutMillis: 0, options: options.join(' ') });
  keepWarm(opened, { beat, everyMs: beatEveryMs });
  return opened;
}

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // The pool listens only while a connection is idle: lost in the middle of a transaction, it would end the program.
  const onLost = (error: Error): void => void (broken = error);
  client.on('error', onLost);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    client.off('error', onLost);
    // A connection that was lost, or could not even roll back, is thrown away rather than handed to the next caller.
    client.release(broken);
  }
}

// Class 08 is a broken connection, 57P0x a server going down or coming up, 53300 too many connections,
// 57014 our statement limit, 55P03 our lock limit, 25006 a standby that has yet to take over. The rest is what node and pg
// themselves say.
const UNAVAILABLE_CODES =
  /^(08...|57P0[1-5]|53300|57014|55P03|25006|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENETUNREACH|EHOSTUNREACH)$/;
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|timeout expired/;

/** True where the database can't be reached or is too busy; false where the statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNAVAILABLE_CODES.test(code) || UNAVAILABLE_MESSAGES.test(error.message);
}

/** Waits for a database that is still coming up. Throws the last error once the patience is used up. */
export async function untilReachable(database: Database, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await database.query('SELECT 1');
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      await delay(50);
    }
  }
}
