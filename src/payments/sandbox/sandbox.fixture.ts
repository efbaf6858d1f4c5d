import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { Database } from '../../db/database.ts';
import { freePort } from '../../db/embedded/free-port.ts';
import { createLogger } from '../../http/logger.ts';
import { createRequestIds } from '../../http/request-id.ts';
import { createHttpServer } from '../../http/server.ts';
import { databaseFor } from '../../jobs/test-runner.fixture.ts';
import type { Gateway, PaymentStart } from '../gateway.ts';
import { registerSandbox } from './sandbox-api.ts';
import { createSandboxGateway } from './sandbox-gateway.ts';

export type TestSandbox = {
  url: string;
  databaseUrl: string;
  database: Database;
  secretKey: Buffer;
  gateway: Gateway;
  payment(about?: Partial<PaymentStart>): PaymentStart;
  /** Starts a payment and answers the address of its page. */
  open(about?: Partial<PaymentStart>): Promise<{ reference: string; page: string }>;
};

const HALF_AN_HOUR_MS = 30 * 60_000;

/** The sandbox on a server and a database of its own, and the adapter that talks to it. */
export async function startSandbox(t: TestContext): Promise<TestSandbox> {
  const { url: databaseUrl, database } = await databaseFor(t);
  const secretKey = randomBytes(32);
  const http = createHttpServer({
    requestIds: createRequestIds('test'),
    logger: createLogger('warn', process.stderr),
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await registerSandbox(http, { database, secretKey, checkoutUrl: `${url}/checkout` });
  await http.listen({ port, host: '127.0.0.1' });
  t.after(() => http.close());

  const gateway = createSandboxGateway({ url: () => url, secretKey });
  const payment = (about: Partial<PaymentStart> = {}): PaymentStart => ({
    reference: `TSR-${randomUUID().slice(0, 18).toUpperCase()}`,
    amountMinor: 1_500_000,
    currency: 'NGN',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: null,
    description: '2 × Regular, Lagos Jazz Night',
    returnUrl: 'http://127.0.0.1:9/back?order=7',
    payBy: new Date(Date.now() + HALF_AN_HOUR_MS),
    ...about,
  });
  return {
    url,
    databaseUrl,
    database,
    secretKey,
    gateway,
    payment,
    async open(about) {
      const started = payment(about);
      const { checkoutUrl } = await gateway.start(started);
      return { reference: started.reference, page: checkoutUrl };
    },
  };
}

export { buffer, type IncomingHttpHeaders };
