import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CORS_HEADERS } from './cors.ts';
import { sendError } from './errors.ts';
import { createDrain, type Drain } from './drain.ts';
import { HSTS_HEADER } from './hsts.ts';
import { takeJsonBodies } from './json-body.ts';
import { withLogFields } from '../log/log-fields.ts';
import { tellOutage, type Logger } from '../log/logger.ts';
import { noSuchEndpoint } from '../refusal.ts';
import type { RequestIds } from './request-id.ts';
import { createUnreadAnswers } from './unread-requests.ts';
import { compileValidator } from './validate.ts';

export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const MAX_BODY_BYTES = 64 * 1024; // where no address matches; every route has a limit of its own
const TIMEOUTS = {
  headersTimeout: 10_000, // a slow phone sends its headers in one packet; only an attacker drips them
  requestTimeout: 20_000,
  keepAliveTimeout: 72_000, // longer than the idle limit of common load balancers, so that they close first
  connectionsCheckingInterval: 1_000,
};

/**
 * An HTTP server that knows the house rules (limits, ids, errors) and no route. `takeFastLane` may answer a request
 * before the framework sees it, or pass it on.
 */
export function createHttpServer(options: {
  requestIds: RequestIds;
  logger: Logger;
  sendsHsts?: boolean;
  maxConnections?: number;
  /** How this server ends; by default at once. */
  drain?: Drain;
  takeFastLane?: (framework: Handler) => Handler;
  /** A page for somebody who opens an address in a browser; null leaves the answer to the rules of the API. */
  answerPeople?: (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null;
}): HttpServer {
  const { logger, takeFastLane, sendsHsts = false, drain = createDrain() } = options;
  const unread = createUnreadAnswers({ requestIds: options.requestIds, sendsHsts });
  const app = fastify({
    serverFactory: (framework) => {
      const handler = sendsHsts ? withHsts(framework) : framework;
      const first = drain.wrap(unread.requireHost(takeFastLane ? takeFastLane(handler) : handler));
      const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, first);
      unread.answerFor(server);
      drain.endInOrder(server, { requestTimeoutMs: TIMEOUTS.requestTimeout });
      return server;
    },
    bodyLimit: MAX_BODY_BYTES,
    // A request that arrives while we shut down is still answered; its connection is closed after it (drain.ts).
    return503OnClosing: false,
    forceCloseConnections: false,
    // As long as Node lets a request's head be: a slug that can't exist is answered by its route, like any other.
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: ({ url = '/' }) => toReadable(url),
    requestIdHeader: false,
    genReqId: options.requestIds,
    frameworkErrors(error, request, reply) {
      // No hook runs for an absolute address whose host is not valid: the headers that hooks set are set here.
      reply.header('x-request-id', request.id);
      reply.header(CORS_HEADERS[0], CORS_HEADERS[1]).header(CORS_HEADERS[2], CORS_HEADERS[3]);
      sendError(error, request, reply, { logger });
    },
    clientErrorHandler: unread.answerError,
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(compileValidator);
  // Native JSON beats a schema's serializer here, and every answer's shape is held to its schema by the contract test.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler<Error>(
    (error, request, reply) =>
      options.answerPeople?.(error, request, reply) ?? sendError(error, request, reply, { logger }),
  );
  app.setNotFoundHandler((request) => {
    throw noSuchEndpoint(request);
  });
  app.removeContentTypeParser('text/plain');
  takeJsonBodies(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('x-request-id', request.id);
    // Many clients name a type with every request. Where there is no body, the type means nothing.
    if (request.method === 'DELETE' && !hasBody(request.raw)) delete request.raw.headers['content-type'];
    // No route has the method: its body isn't read, of whatever type it is.
    if (request.method === 'QUERY') delete request.raw.headers['content-type'];
    withLogFields({ requestId: request.id }, done);
  });
  limitConnections(app, { logger, maxConnections: options.maxConnections });
  // Before the streams of pages are ended: a page that comes back is told to come back elsewhere.
  app.addHook('preClose', async () => drain.leave());
  if (logger.isLevelEnabled('debug')) logRequests(app, logger);
  return app;
}

function limitConnections(
  { server }: HttpServer,
  { logger, maxConnections }: { logger: Logger; maxConnections: number | undefined },
): void {
  if (maxConnections === undefined) return;
  server.maxConnections = maxConnections;
  // With several processes on the port, a full one would hand the connection on to the next, which may be full too, and so on. They get
  // equally many: when one is full, all are.
  Object.assign(server, { dropMaxConnection: true });
  const tellFull = tellOutage(logger, 'connections are closed unread: MAX_CONNECTIONS is reached');
  server.on('drop', () => tellFull(new Error(`more than ${maxConnections} connections`)));
}

function logRequests(app: HttpServer, logger: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    logger.debug(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.raw.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}

/** Ahead of the framework and its hooks, so that no answer is without it. */
function withHsts(framework: Handler): Handler {
  const [name, value] = HSTS_HEADER;
  return (request, response) => {
    response.setHeader(name, value);
    framework(request, response);
  };
}

/** An address that can't be decoded is taken as it is written: no route matches it, and that is answered as usual. */
function toReadable(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
