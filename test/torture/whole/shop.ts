import { randomBytes } from 'node:crypto';
import { connectDatabase, type Database } from '../../../src/db/database.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { createSecretKeys } from '../../../src/secrets/secret-keys.ts';
import { launch, makeDataDir, type Program } from '../../harness/program.ts';
import { startRestartablePostgres } from '../../harness/restartable-postgres.ts';
import { startSmtp, type TestSmtp } from '../../harness/smtp.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { until } from '../../harness/until.ts';
import { openGateways, type GatewayDesk } from './ways.ts';
import type { Chooser } from '../../history/chooser.ts';
import { forwardConnections } from '../../long/forward-connections.ts';
import { startReceiver, type Receiver } from '../../webhooks/receiver.ts';

/** A life of one of the programs that sell. */
export type Seller = { program: Program; isUp: boolean };

export type Shop = {
  sellers: Seller[];
  /** One that runs. */
  any(choose: Chooser): Seller;
  smtp: TestSmtp;
  receiver: Receiver;
  gateways: GatewayDesk;
  /** The address of the programs, whichever runs. */
  publicUrl: string;
  /** The piece's own connections, which crashes cut too. */
  database: Database;
  /** The parts of an app that fixtures need. */
  on: TestApp;
  killSeller(choose: Chooser): Promise<void>;
  stopSeller(choose: Chooser): Promise<void>;
  killDatabase(): Promise<void>;
  cutConnections(): Promise<void>;
  /** How often the database crashed or was away: who was told nothing meanwhile may have been cut off by that. */
  falls(): number;
  /** The programs that ended though no crash has ended them, with how and what they said last: whoever asks them is told nothing from then on. */
  deaths: string[];
  /** Lines of level error or worse. */
  errorLines(): string[];
  close(): Promise<void>;
};

const SELLERS = 2;
// A kill of every process loses nothing that the kernel has, so nothing waits for a disk: that is a power cut's affair.
const NO_FSYNC = ['fsync=off', 'full_page_writes=off', 'max_connections=200'];
// The receiver of webhooks fails so often; once in as many again it hangs up.
const RECEIVER_FAILS = 25;

// A long run gets what others leave of the machine.
const PATIENCE_MS = 3_600_000;

const LAST_WORDS = 2_000;

const hasEnded = ({ child }: Program): boolean => child.exitCode !== null || child.signalCode !== null;

const describeEnd = ({ child, output, port }: Program): string =>
  `the program at port ${port} ended by ${child.signalCode ?? `exit ${child.exitCode}`}: ${output().slice(-LAST_WORDS)}`;

async function isHealthy(program: Program): Promise<boolean> {
  const answer = await fetch(`${program.baseUrl}/health`).catch(() => null);
  // Asked last: another program may have taken its port, and have answered.
  if (hasEnded(program)) throw new Error(describeEnd(program));
  return answer?.status === 200;
}

/** Real programs on a real PostgreSQL, with a mail server and a receiver of webhooks, all of which may be killed. */
export async function openShop(): Promise<Shop> {
  const closers: (() => unknown)[] = [];
  const t = { after: (work: () => unknown) => void closers.unshift(work) };
  const postgres = await startRestartablePostgres(NO_FSYNC);
  closers.push(() => postgres.remove());
  await migrate(postgres.url);
  const database = connectDatabase({
    url: postgres.url,
    poolSize: 8,
    statementTimeoutMs: 300_000,
    connectTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  t.after(() => database.close());
  const smtp = await startSmtp();
  t.after(() => smtp.stop());
  const receiver = await startReceiver(t, (response, _received, number) => {
    if (number % (2 * RECEIVER_FAILS) === 0) return response.destroy();
    response.statusCode = number % RECEIVER_FAILS === 0 ? 500 : 200;
    return response.end();
  });
  const gateways = await openGateways();
  t.after(() => gateways.close());
  const sellers: Seller[] = [];
  let turn = 0;
  const balancer = await forwardConnections(() => {
    const up = sellers.filter(({ isUp }) => isUp);
    return (up[turn++ % up.length] ?? sellers[0])?.program.port ?? 0;
  });
  t.after(() => balancer.close());
  const secretKey = randomBytes(32);
  const settings = {
    ENVIRONMENT: 'development',
    DATABASE_URL: postgres.url,
    SECRET_KEY: secretKey.toString('hex'),
    PUBLIC_URL: `http://127.0.0.1:${balancer.port}`,
    SMTP_URL: smtp.url,
    WEBHOOK_ALLOW: receiver.address,
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_PER_ADDRESS: '1000000000',
    RATE_LIMIT_PER_KEY: '1000000000',
    HOLD_LIMIT_PER_ADDRESS: '1000000000',
    HOST_MAILS_PER_DAY: '1000000000',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    ...gateways.settings,
  };
  const formerLives: string[] = [];
  const environments: Record<string, string>[] = [];
  const deaths: string[] = [];
  const start = async (nr: number): Promise<void> => {
    const environment = environments[nr] ?? {};
    const old = sellers[nr];
    if (old) formerLives.push(old.program.output());
    const program = await launch({ ...environment, ...(old && { PORT: String(old.program.port) }) });
    const seller = { program, isUp: false };
    sellers[nr] = seller;
    await until('the program to be healthy', () => isHealthy(program), PATIENCE_MS);
    seller.isUp = true;
    void program.exited.then(() => {
      // A crash says so first.
      if (seller.isUp) deaths.push(describeEnd(program));
    });
  };
  for (let nr = 0; nr < SELLERS; nr++) {
    const { dataDir, remove } = await makeDataDir();
    t.after(remove);
    environments.push({ ...settings, DATA_DIR: dataDir });
    await start(nr);
  }
  t.after(async () => {
    for (const seller of sellers) {
      seller.isUp = false;
      seller.program.child.kill('SIGKILL');
      await seller.program.exited;
    }
  });
  let falls = 0;

  const endSeller = async (choose: Chooser, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const nr = choose.between(0, SELLERS - 1);
    const seller = sellers[nr];
    if (!seller) return;
    seller.isUp = false;
    seller.program.child.kill(signal);
    await seller.program.exited;
    await start(nr);
  };
  const publicUrl = settings.PUBLIC_URL;
  const baseUrl = `${publicUrl}/api/v1`;
  return {
    sellers,
    any: (choose) => choose.oneOf(sellers.filter(({ isUp }) => isUp)),
    smtp,
    receiver,
    gateways,
    publicUrl,
    database,
    on: {
      app: { database },
      secretKey,
      secretKeys: createSecretKeys(secretKey),
      publicUrl,
      baseUrl,
    } as unknown as TestApp,
    killSeller: (choose) => endSeller(choose, 'SIGKILL'),
    stopSeller: (choose) => endSeller(choose, 'SIGTERM'),
    async killDatabase() {
      falls += 1;
      await postgres.end('SIGKILL');
      await postgres.start();
      falls += 1;
      await until(
        'the programs to have their database again',
        async () => (await Promise.all(sellers.map(({ program }) => isHealthy(program)))).every(Boolean),
        PATIENCE_MS,
      );
    },
    async cutConnections() {
      falls += 1;
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.3`,
      );
    },
    falls: () => falls,
    deaths,
    errorLines: () =>
      [...formerLives, ...sellers.map(({ program }) => program.output())]
        .flatMap((output) => output.split('\n'))
        .filter((line) => /"level":[56]0\b/.test(line)),
    async close() {
      for (const close of closers) await close();
    },
  };
}
