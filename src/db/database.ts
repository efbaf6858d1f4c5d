import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { VERSION } from '../version.ts';
import { keepWarm } from './keep-warm.ts';

// Counts and money fit a JavaScript integer: the schema's checks keep them far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for an integer`);
  return value;
});

/** Runs an action's SQL: the pool for a single statement, a client inside a transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
};

export type Transaction = Queryable & { readonly isTransaction: true };

type DedicatedPool = {
  /** Its name among the figures; without a name it is not among them. */
  name?: string;
  size: number;
  settings: Record<string, string>;
  beat?: pg.QueryConfig;
  beatEveryMs?: number | undefined;
};

export type PoolFigures = { name: string; size: number; inUse: number; waiting: number };

export type Database = Queryable & {
  /** For the hottest statements: parsed and planned once per connection, under the name. */
  queryPrepared<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /**
   * For small statements by key that run again and again, of jobs: each text is parsed and planned once per connection. On a few
   * connections of their own, which read along an index wherever there is one: a plan that was made while a table was empty
   * would else read all of it ever after.
   */
  prepared: Queryable;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** How many queries wait for a connection. */
  waitingCount(): number;
  /** How busy the connections are, by what they are for. */
  pools(): PoolFigures[];
  /** A connection of its own, outside the pool, for LISTEN. */
  dedicatedClient(): pg.Client;
  /** Separate connections with their own settings, for one sort of work. They stay open; `beat` is what they run meanwhile. */
  dedicatedPool(options: DedicatedPool): pg.Pool;
  close(): Promise<void>;
};

type Settings = Record<string, string | number>;
type OpenPool = (config: pg.PoolConfig & { settings?: Settings }) => pg.Pool;

// A buyer would rather hear "try again" than wait: no request of ours needs more than a fraction of these.
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
// Longer than the server's own limit: it only counts where the server no longer answers at all.
const ANSWER_MARGIN_MS = 1_000;

// Every statement of ours is short. To compile one takes a hundred times as long as to run it, and the server's guess at what it costs,
// where a table has no statistics or a limit is not known, is far above what makes it compile.
const SETTINGS = { jit: 'off' };

// The error code of a server that takes no writes.
const READ_ONLY = '25006';
const DISK_FULL = '53100';
const INTERNAL = 'XX000';

const PREPARED_CONNECTIONS = 2;
const PREPARED_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_material: 'off',
};

/** Hears what the server says of its disk, to whoever writes. */
class WatchingClient extends pg.Client {
  constructor(config?: pg.ClientConfig & { onDiskFull?: (error: Error) => void }) {
    super(config);
    this.connection.on('errorMessage', (error: Error) => {
      if (isDiskFull(error)) config?.onDiskFull?.(error);
    });
  }
}

/**
 * The first statement of a connection. The settings are not asked for in the greeting, since a pooler refuses those that it does not know, or
 * is told to swallow them.
 */
async function beginSession(
  client: pg.ClientBase,
  { settings, refusesStandby }: { settings: Settings; refusesStandby: boolean },
): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>(
    `SELECT pg_is_in_recovery() AS "isStandby", count(set_config(name, value, false))
       FROM unnest($1::text[], $2::text[]) AS setting (name, value)`,
    [Object.keys(settings), Object.values(settings).map(String)],
  );
  if (refusesStandby && rows[0]?.isStandby)
    throw Object.assign(new Error('the server is a standby'), { code: READ_ONLY });
}

/** Limits for callers other than buyers. */
export type DatabaseLimits = {
  connectTimeoutMs?: number;
  /** More for work that nobody waits for, such as a check of all data. */
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  idleInTransactionTimeoutMs?: number;
};

export function connectDatabase(
  options: {
    url: string;
    poolSize: number;
    /** A standby answers reads, of yesterday perhaps, and takes no writes: a server that is one is as good as away. */
    refusesStandby?: boolean;
    onIdleError: (error: Error) => void;
    /** Hears of every write that failed for want of space. */
    onDiskFull?: (error: Error) => void;
  } & DatabaseLimits,
): Database {
  const connection: pg.ClientConfig = {
    connectionString: options.url,
    application_name: `tessera ${VERSION}`,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  const watching = { Client: WatchingClient, onDiskFull: options.onDiskFull };
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, refusesStandby = false } = options;
  const limits: Settings = {
    ...SETTINGS,
    statement_timeout: statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? IDLE_IN_TRANSACTION_TIMEOUT_MS,
  };
  const openPool: OpenPool = ({ settings, ...config }) => {
    const opened = new pg.Pool({
      ...connection,
      ...watching,
      query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS,
      ...config,
      onConnect: (client) => beginSession(client, { settings: { ...limits, ...settings }, refusesStandby }),
    });
    // Without a listener a connection that dies while idle would end the program. One that the server ends while we close is no news.
    opened.on('error', (error) => {
      if (!opened.ending) options.onIdleError(error);
    });
    return opened;
  };
  const pool = openPool({ max: options.poolSize });
  // It opens no connection before it is used.
  const preparedPool = openPool({ max: PREPARED_CONNECTIONS, settings: PREPARED_SETTINGS });
  const named = new Map([
    ['main', pool],
    ['prepared', preparedPool],
  ]);

  return {
    query: (text, values) => pool.query(text, values),
    queryPrepared: (name, text, values) => pool.query({ name, text, values }),
    prepared: prepareAll(preparedPool),
    transaction: (work) =>
      inTransaction(pool, (client) =>
        work({ isTransaction: true, query: (text, values) => client.query(text, values) }),
      ),
    waitingCount: () => pool.waitingCount,
    pools: () => [...named].map(([name, one]) => describePool(name, one)),
    dedicatedClient: () => new pg.Client(connection),
    dedicatedPool(wanted) {
      const opened = openDedicated(openPool, wanted);
      if (wanted.name !== undefined) named.set(wanted.name, opened);
      return opened;
    },
    close: async () => void (await Promise.all([pool.end(), preparedPool.end()])),
  };
}

const describePool = (name: string, pool: pg.Pool): PoolFigures => ({
  name,
  size: pool.options.max,
  inUse: pool.totalCount - pool.idleCount,
  waiting: pool.waitingCount,
});

/** Every text is a statement with a name. Texts are few: what differs from call to call is in the values. */
function prepareAll(pool: pg.Pool): Queryable {
  const names = new Map<string, string>();
  return {
    query(text, values) {
      const name = names.get(text) ?? `prepared-${names.size}`;
      names.set(text, name);
      return pool.query({ name, text, ...(values && { values }) });
    },
  };
}

function openDedicated(
  openPool: OpenPool,
  { size, settings, beat = { text: 'SELECT 1' }, beatEveryMs }: DedicatedPool,
): pg.Pool {
  const opened = openPool({ max: size, idleTimeoutMillis: 0, settings });
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
    // Of a server that takes no writes any more: the next caller gets a connection to whichever does.
    if (codeOf(error) === READ_ONLY) broken = error as Error;
    await client.query('ROLLBACK').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    client.off('error', onLost);
    // A connection that was lost, can't write or could not even roll back is thrown away rather than handed to the next caller.
    client.release(broken);
  }
}

// Class 08 is a broken connection, 57P0x a server going down or coming up, 53300 too many connections,
// 57014 our statement limit, 55P03 our lock limit, 25006 a server that takes no writes: a standby, or one that was demoted. The rest is
// what node and pg themselves say.
const UNAVAILABLE_CODES =
  /^(08...|57P0[1-5]|53300|57014|55P03|25006|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENETUNREACH|EHOSTUNREACH)$/;
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|timeout expired/;

/** True where the database can't be reached, is too busy or can't write; false where the statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    UNAVAILABLE_CODES.test(codeOf(error)) || UNAVAILABLE_MESSAGES.test(error.message) || isDiskFull(error)
  );
}

/** The server has no space to write to, or may use no more of it, for which it has no code of its own: what only reads goes on. */
export const isDiskFull = (error: unknown): boolean =>
  codeOf(error) === DISK_FULL ||
  (codeOf(error) === INTERNAL && (error as Error).message.endsWith(': Disk quota exceeded'));

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Tries again while a database is still coming up. Throws the last error once the patience is used up. */
export async function untilReachable<T>(attempt: () => Promise<T>, patienceMs: number): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      await delay(50);
    }
  }
}
