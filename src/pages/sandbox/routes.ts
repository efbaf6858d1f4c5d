import type { ErrorObject } from 'ajv';
import { timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import type { Database } from '../../db/database.ts';
import { describeViolation } from '../../http/describe-violation.ts';
import { Refusal } from '../../refusal.ts';
import type { HttpServer } from '../../http/server.ts';
import type { SendPage } from '../serving/send-page.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { sandboxApiKey } from '../../payments/sandbox/sandbox-api-key.ts';
import { closePayment } from './server/close-payment.ts';
import { registerPayPage } from './pay-page-routes.ts';
import { describeRefund, findRefund, RefundBody, refundPayment } from './server/refund-payment.ts';
import { describePayment, findPayment } from './server/sandbox-payment.ts';
import { SandboxRefusal } from './server/sandbox-refusal.ts';
import { StartBody, startPayment } from './server/start-payment.ts';
import { ROUTES } from '../../routes.ts';

const ByReference = Type.Object({ reference: Type.String({ maxLength: 100, format: 'text' }) });
const ById = Type.Object({ id: Type.String({ maxLength: 100, format: 'text' }) });

/**
 * The payment sandbox: a gateway without money, for the demo, for development and for tests. It is an outside gateway in
 * all but the process it runs in. The shop starts payments, looks them up and refunds them over HTTP, and is told by
 * signed callbacks; neither side reads the other's tables.
 *
 * It gives away whatever is sold, so src/app/ does not register it in production.
 */
export async function registerSandbox(
  http: HttpServer,
  options: {
    database: Database;
    secretKeys: SecretKeys;
    /** The address of this server's `/checkout` for buyers. */
    checkoutUrl: string;
    sendPage: SendPage;
  },
): Promise<void> {
  const { database, checkoutUrl } = options;
  await registerPayPage(http, options);
  await http.register(async (api: HttpServer) => {
    requireApiKey(api, options.secretKeys.accepted.map(sandboxApiKey));
    answerWithError(api);

    api.post(ROUTES.sandbox.startPayment.path, { schema: { body: StartBody } }, async ({ body }, reply) => {
      const { id, isNew } = await startPayment(database, body);
      reply.code(isNew ? 201 : 200);
      return { id, reference: body.reference, checkout_url: `${checkoutUrl}/pay/${id}` };
    });
    api.get(ROUTES.sandbox.getPayment.path, { schema: { params: ByReference } }, async ({ params }) =>
      describePayment(found(await findPayment(database, params))),
    );
    api.post(ROUTES.sandbox.closePayment.path, { schema: { params: ByReference } }, async ({ params }) => {
      await closePayment(database, params.reference);
      return describePayment(found(await findPayment(database, params)));
    });
    api.post(ROUTES.sandbox.createRefund.path, { schema: { body: RefundBody } }, async ({ body }, reply) => {
      const { refund, isNew } = await refundPayment(database, body);
      reply.code(isNew ? 201 : 200);
      return describeRefund(refund);
    });
    api.get(ROUTES.sandbox.getRefund.path, { schema: { params: ById } }, async ({ params }) =>
      describeRefund(found(await findRefund(database, params))),
    );
  });
}

function requireApiKey(api: HttpServer, keys: string[]): void {
  const known = keys.map((key) => Buffer.from(`Bearer ${key}`));
  api.addHook('onRequest', async (request) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (!known.some((one) => given.length === one.length && timingSafeEqual(given, one))) {
      throw new SandboxRefusal(401, 'The API key is missing or wrong.');
    }
  });
}

function found<T>(row: T | null): T {
  if (row === null) throw new SandboxRefusal(404, 'It does not exist.');
  return row;
}

type RequestError = Error & { statusCode?: number; violations?: ErrorObject[]; httpPart?: string };

/** Answers the caller's mistakes here; the server's own handler answers and logs ours. */
function answerWithError(api: HttpServer): void {
  api.setErrorHandler((error: RequestError, _request, reply) => {
    reply.header('cache-control', 'no-store');
    if (error instanceof SandboxRefusal || error instanceof Refusal) {
      return reply.code(error.status).send({ error: error.message });
    }
    const violation = error.violations?.[0];
    if (violation) {
      return reply.code(400).send({ error: describeViolation(violation, error.httpPart ?? 'body') });
    }
    const { statusCode } = error;
    if (statusCode && statusCode >= 400 && statusCode < 500) {
      return reply.code(statusCode).send({ error: error.message });
    }
    throw error;
  });
}
