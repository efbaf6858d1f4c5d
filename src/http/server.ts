import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { rawErrorAnswer, sendError } from './errors.ts';
import type { Logger } from './logger.ts';
import { Refusal } from './refusal.ts';
import { compileValidator } from './validate.ts';

export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

const BODY_LIMIT_BYTES = 64 * 1024; // the largest honest body, an order with its metadata, is under 8 KiB
const HEADERS_TIMEOUT_MS = 10_000; // a slow phone sends its headers in one packet; only an attacker drips them
const REQUEST_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000; // longer than the idle limit of common load balancers, so that they close first
const TIMEOUT_CHECK_MS = 1_000;
const SANE_REQUEST_ID = /^[\w-]{8,64}$/;

/** An HTTP server that knows the house rules (limits, ids, errors) and no route. */
export function createHttpServer(options: {
  processId: string;
  trustedProxies: string[];
  logger: Logger;
}): HttpServer {
  let requestCount = 0;
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    // A request that arrives while we shut down is still answered; its connection is closed after it.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    requestIdHeader: false,
    genReqId(request) {
      const given = request.headers['x-request-id'];
      if (typeof given === 'string' && SANE_REQUEST_ID.test(given)) return given;
      return `${options.processId}-${(requestCount++).toString(36)}`;
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, options.logger),
    clientErrorHandler(error, socket) {
      if (socket.writable && error.code !== 'ECONNRESET') socket.end(rawErrorAnswer(error));
      else socket.destroy();
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(compileValidator);
  // Native JSON beats a schema's serializer here, and every answer's shape is held to its schema by the contract test.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, options.logger));
  app.setNotFoundHandler((request) => {
    throw new Refusal('not_found', `${request.method} on this address does not exist.`);
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    options.logger.debug(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
  return app;
}
