import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { ownPort } from '../harness/own-port.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { startPaystackSimulator } from '../harness/gateways/paystack-simulator.ts';
import type { GatewaySimulator } from '../harness/gateways/simulator.ts';
import { startStripeSimulator } from '../harness/gateways/stripe-simulator.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { switchOnReceiver } from '../harness/switch-on-receiver.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';

/** The outcome of a step that the program is killed in: it is undone, or goes through without anybody to hear of it. */
export type Course = 'undone' | 'committed';

/** A buyer of this name, or a refund for them, is stopped at that step. */
export const stuckAt = (step: Step, course: Course): string => `${course}.${step}@example.com`;
/** The mail server takes nothing for this address while it is silent. */
export const SILENT_ADDRESS = 'silence@example.com';

// Made from outside, in the database: the product knows nothing of them.
const FAILPOINTS = {
  open: { at: 'AFTER INSERT ON orders', name: 'email' },
  link: { at: 'BEFORE UPDATE OF checkout_url ON orders', name: 'email' },
  expire: { at: `BEFORE UPDATE OF status ON orders`, name: 'email' },
  issue: { at: 'BEFORE INSERT ON tickets', name: 'email' },
  mail: { at: 'BEFORE INSERT ON mails', name: 'recipient' },
  refund: { at: 'BEFORE UPDATE OF gateway_refund_id ON refunds', name: 'request_key' },
  // Of a page, the e-mail of its order.
  page: { at: 'AFTER INSERT ON payment_pages', name: 'order_id' },
  page_link: { at: 'BEFORE UPDATE OF checkout_url ON payment_pages', name: 'order_id' },
} as const;
export type Step = keyof typeof FAILPOINTS;

export type Stage = {
  /** The database and the key, for what the harness makes and reads without a program. */
  on: TestApp;
  host: TestHost;
  gateway: GatewaySimulator;
  /** A host whose buyers choose between that gateway and Stripe. */
  several: { host: TestHost; stripe: GatewaySimulator; accounts: Record<'paystack' | 'stripe', string> };
  mail: TestMail;
  baseUrl: string;
  publicUrl: string;
  makeSale(
    ticketType?: { capacity?: number; priceMinor?: number },
    host?: TestHost,
  ): Promise<{ slug: string; sku: string; eventId: string }>;
  start(): Promise<void>;
  /** From now until the program is killed, whoever is to be stopped is stopped. */
  arm(): Promise<void>;
  /** So many have come to where they are stopped. */
  untilStuck(count: number): Promise<void>;
  /**
   * Kill -9. Then what was stopped takes its course, and whatever the program had leased is free, as it would be some seconds
   * later.
   */
  kill(): Promise<void>;
};

// Any two numbers: nothing else takes advisory locks of this database.
const LOCKS: Record<Course, number> = { undone: 1, committed: 2 };
const WAITING = `FROM pg_stat_activity AS a JOIN pg_locks AS l ON l.pid = a.pid
  WHERE a.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;

/** The program in a process of its own, which can be stopped and killed at any step; the gateway and the mail server live on. */
export async function openStage(t: Pick<TestContext, 'after'>): Promise<Stage> {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const secretKey = randomBytes(32);
  const gateway = await startPaystackSimulator();
  const stripe = await startStripeSimulator();
  const mail = await startMailServer();
  const { dataDir, remove } = await makeDataDir();
  const port = await ownPort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const secretKeys = createSecretKeys(secretKey);
  const on = { app: { database }, secretKeys, testDatabase, publicUrl } as unknown as TestApp;
  gateway.callbackUrl = `${publicUrl}/payments/paystack/callback`;
  gateway.settings.refundsBeginAs = 'succeeded';
  const host = await makeHost(on);
  await database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency: 'NGN', ...gateway.account },
    ),
  );
  const several = { host: await makeHost(on), stripe, accounts: { paystack: '', stripe: '' } };
  stripe.callbackUrl = `${publicUrl}/payments/stripe/callback`;
  for (const { account } of [gateway, stripe])
    several.accounts[account.gateway as 'stripe'] = await database.transaction((tx) =>
      addPaymentAccount(
        tx,
        { secretKeys, refusesTestCredentials: false },
        { hostId: several.host.hostId, currency: 'NGN', isBeside: true, ...account },
      ),
    );
  const failpoints = await setFailpoints(on);

  let program: Program | null = null;
  const kill = async () => {
    program?.child.kill('SIGKILL');
    await program?.exited;
    program = null;
    await failpoints.takeTheirCourse();
    await database.query('UPDATE jobs SET leased_until = now() WHERE leased_until > now()');
  };
  t.after(async () => {
    await kill();
    await failpoints.close();
    await Promise.all([gateway.close(), stripe.close(), mail.close(), remove()]);
    await testDatabase.drop();
  });
  return {
    on,
    host,
    gateway,
    several,
    mail,
    publicUrl,
    baseUrl: `${publicUrl}/api/v1`,
    async makeSale(ticketType = {}, of = host) {
      const { slug, skus, eventId } = await makeEvent(on, of, { ticketTypes: [ticketType] });
      await switchOnReceiver(on, eventId);
      return { slug, sku: skus[0] ?? '', eventId };
    },
    async start() {
      assert(!program, 'one is running');
      program = await launch({
        ENVIRONMENT: 'development',
        DATABASE_URL: testDatabase.url,
        SECRET_KEY: secretKey.toString('hex'),
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        PAYSTACK_URL: gateway.url,
        STRIPE_URL: stripe.url,
        SMTP_URL: mail.url,
      });
      await untilHealthy(program);
    },
    arm: failpoints.arm,
    untilStuck: failpoints.untilStuck,
    kill,
  };
}

async function setFailpoints(on: TestApp) {
  const { database } = on.app;
  // The product waits two seconds for a lock and gives up: too short for a busy machine to come and kill it.
  await database.query(`
    CREATE FUNCTION wait_at_failpoint() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
    DECLARE
      name constant text := CASE WHEN tg_argv[1] = 'order_id'
        THEN (SELECT email FROM orders WHERE id = (to_jsonb(new) ->> 'order_id')::uuid) ELSE to_jsonb(new) ->> tg_argv[1] END;
    BEGIN
      IF tg_argv[0] = 'expire' AND to_jsonb(new) ->> 'status' <> 'expired' THEN RETURN new; END IF;
      IF name = 'undone.' || tg_argv[0] || '@example.com' THEN PERFORM pg_advisory_xact_lock_shared(${LOCKS.undone}); END IF;
      IF name = 'committed.' || tg_argv[0] || '@example.com' THEN PERFORM pg_advisory_xact_lock_shared(${LOCKS.committed}); END IF;
      RETURN new;
    END $$`);
  for (const [step, { at, name }] of Object.entries(FAILPOINTS)) {
    await database.query(
      `CREATE TRIGGER stop_at_${step} ${at} FOR EACH ROW EXECUTE FUNCTION wait_at_failpoint('${step}', '${name}')`,
    );
  }
  const holder = new pg.Client({ connectionString: on.testDatabase.url });
  await holder.connect();
  const takeLocks = () =>
    holder.query(`SELECT pg_advisory_lock(${LOCKS.undone}), pg_advisory_lock(${LOCKS.committed})`);
  const waiting = async () => (await database.query(`SELECT 1 ${WAITING}`)).rowCount ?? 0;
  return {
    arm: async () => void (await takeLocks()),
    untilStuck: async (count: number) =>
      void (await until(`${count} to be stopped`, async () => (await waiting()) === count)),
    async takeTheirCourse() {
      await database.query(
        `SELECT pg_terminate_backend(a.pid) ${WAITING} AND l.objid = ${LOCKS.undone} AND a.pid <> pg_backend_pid()`,
      );
      await holder.query('SELECT pg_advisory_unlock_all()');
      await until('all of them to be through', async () => (await waiting()) === 0);
      // Had once nobody shares them any more: whoever was let go has committed.
      await takeLocks();
      await holder.query('SELECT pg_advisory_unlock_all()');
    },
    close: () => holder.end(),
  };
}

export type TestMail = Awaited<ReturnType<typeof startMailServer>>;

/** A mail server that can fall silent in the middle of a mail. */
async function startMailServer() {
  const accepted: string[] = [];
  const state = { isSilent: true, kept: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      buffer(stream).then((mail) => {
        const isKept = session.envelope.rcptTo.some(({ address }) => address === SILENT_ADDRESS);
        if (state.isSilent && isKept) {
          state.kept += 1;
          return;
        }
        accepted.push(/^Message-ID: (.+)$/im.exec(mail.toString())?.[1] ?? '');
        done();
      }, done);
    },
  });
  // A client that was killed leaves its connection half open.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  assert(address && typeof address === 'object');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    /** The Message-IDs of what was taken. */
    accepted,
    state,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
