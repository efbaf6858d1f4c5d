import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { TestContext } from 'node:test';
import type { Database } from '../../db/database.ts';
import { ownPort } from '../../../test/harness/own-port.ts';
import { createLogger } from '../../log/logger.ts';
import { createRequestIds } from '../../http/request-id.ts';
import { createHttpServer, type HttpServer } from '../../http/server.ts';
import { loadWeb } from '../serving/load-web.ts';
import { createSendPage } from '../serving/send-page.ts';
import { serveAssets } from '../serving/serve-assets.ts';
import { databaseFor, startRunner, type TestRunner } from '../../jobs/test-runner.fixture.ts';
import type { Gateway, PaymentStart } from '../../payments/gateway.ts';
import { sandboxPayLateJob } from './server/pay-late.ts';
import { registerSandbox } from './routes.ts';
import { createSandboxGateway } from '../../payments/sandbox/sandbox-gateway.ts';
import { sandboxCallbackJob } from './server/send-callback.ts';
import { createSecretKeys, type SecretKeys } from '../../secrets/secret-keys.ts';

export type TestSandbox = {
  url: string;
  database: Database;
  secretKeys: SecretKeys;
  /** The adapter, talking to the sandbox as the product would. */
  gateway: Gateway;
  callbacks: Callbacks;
  payment(about?: Partial<PaymentStart>): PaymentStart;
  /** Starts a payment. */
  open(about?: Partial<PaymentStart>): Promise<{ reference: string; page: string }>;
  runJobs(): Promise<TestRunner>;
};

/** The requests that the shop received, and how the shop answers: 200 unless told otherwise. */
export type Callbacks = {
  received: { headers: IncomingHttpHeaders; body: Buffer }[];
  answer: () => Promise<number>;
};

const HALF_AN_HOUR_MS = 30 * 60_000;

/** The sandbox and a shop on one server, as in the product, with a database of their own. */
export async function startSandbox(t: TestContext): Promise<TestSandbox> {
  const { url: databaseUrl, database } = await databaseFor(t);
  const secretKeys = createSecretKeys(randomBytes(32));
  const http = createHttpServer({
    requestIds: createRequestIds('test'),
    logger: createLogger('warn', process.stderr),
  });
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}`;
  const callbacks: Callbacks = { received: [], answer: async () => 200 };
  const web = await loadWeb();
  await serveAssets(http, web.build);
  const checkoutUrl = `${url}/checkout`;
  const sendPage = createSendPage(web, { checkoutUrl });
  await registerSandbox(http, { database, secretKeys, checkoutUrl, sendPage });
  await registerShop(http, callbacks);
  await http.listen({ port, host: '127.0.0.1' });
  t.after(() => http.close());

  const gateway = createSandboxGateway({ url: () => url, secretKeys });
  const payment = (about: Partial<PaymentStart> = {}): PaymentStart => ({
    reference: `TSR-${randomUUID().toUpperCase()}`,
    amountMinor: 1_500_000,
    currency: 'NGN',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: null,
    description: '2 × Regular, Lagos Jazz Night',
    returnUrl: `${url}/back?order=7`,
    payBy: new Date(Date.now() + HALF_AN_HOUR_MS),
    ...about,
  });
  return {
    url,
    database,
    secretKeys,
    gateway,
    callbacks,
    payment,
    async open(about) {
      const started = payment(about);
      const { checkoutUrl: page } = await gateway.start(started);
      return { reference: started.reference, page };
    },
    runJobs: () =>
      startRunner(t, {
        url: databaseUrl,
        kinds: [sandboxCallbackJob({ database, secretKeys }), sandboxPayLateJob(database)],
      }),
  };
}

async function registerShop(http: HttpServer, callbacks: Callbacks): Promise<void> {
  await http.register(async (shop: HttpServer) => {
    shop.removeContentTypeParser('application/json');
    shop.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    shop.post('/payments/sandbox/callback', async ({ headers, body }, reply) => {
      callbacks.received.push({ headers, body: body as Buffer });
      return reply.code(await callbacks.answer()).send('');
    });
    shop.get('/back', async (_request, reply) => reply.type('text/html').send('<h1>Back at the shop</h1>'));
  });
}

/** Sends a form as a browser without JavaScript does. */
export async function submit(page: string, form: Record<string, string>): Promise<Response> {
  return fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}
