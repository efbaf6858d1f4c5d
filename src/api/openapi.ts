import type { TSchema } from 'typebox';
import { Refusal, REFUSALS, type RefusalCode } from '../refusal.ts';
import { errorBody } from '../http/errors.ts';
import type { OpenApiDocument } from '../values/openapi-document.ts';
import type { Route } from '../routes.ts';
import type { Operation } from './operation.ts';

/** What every path of the API begins with. The document's paths are relative to it. */
export const API_PREFIX = '/api/v1';

export type DocumentedRoute = { route: Route; operation: Operation };

const DESCRIPTION = `Sell tickets from any site: browse events, hold tickets for a limited time, create an order with a payment link.

Every request but \`GET /health\` carries a public key, which is safe in a browser: \`Authorization: Bearer pk_…\`. The key says whose events are seen and sold.

Success is \`{ data, status: true }\`; an error is \`{ message, status, error_code }\`: branch on \`error_code\`. **Money** is an integer in the smallest currency unit (kobo, pesewa, cents). Times are UTC.`;

const TAGS = [
  { name: 'Events', description: 'Browse what is on.' },
  { name: 'Checkout', description: 'Hold tickets and buy them.' },
  { name: 'Service', description: 'About the service itself.' },
];

/** The OpenAPI 3.1 document, made from the schemas that the routes themselves run on. */
export function describeApi(
  routes: DocumentedRoute[],
  options: { baseUrl: string; version: string },
): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { route, operation } of routes) {
    const templated = route.path.slice(API_PREFIX.length).replace(/:(\w+)/g, '{$1}');
    const needsKey = route.calledWith === 'public key';
    (paths[templated] ??= {})[route.method.toLowerCase()] = describeOperation(operation, needsKey);
  }
  const used = new Set(routes.map(({ operation }) => operation.tag));
  return {
    openapi: '3.1.0',
    info: { title: 'Tessera API', version: options.version, description: DESCRIPTION },
    servers: [{ url: options.baseUrl }],
    tags: TAGS.filter(({ name }) => used.has(name as Operation['tag'])),
    security: [{ publicKey: [] }],
    paths,
    components: {
      securitySchemes: {
        publicKey: { type: 'http', scheme: 'bearer', description: 'A public key of the host, `pk_…`.' },
      },
    },
  };
}

function describeOperation(operation: Operation, needsKey: boolean): object {
  const { schema } = operation;
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(!needsKey && { security: [] }),
    parameters: [
      ...parametersOf('path', schema.params),
      ...parametersOf('query', schema.querystring),
      ...parametersOf('header', schema.headers),
      ...(operation.isConditional ? [IF_NONE_MATCH] : []),
    ],
    ...(schema.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schema.body, example: operation.bodyExample } },
      },
    }),
    responses: responsesOf(operation, needsKey),
  };
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer: 304 without a body where nothing has changed.',
  schema: { type: 'string' },
};

function parametersOf(place: 'path' | 'query' | 'header', schema: TSchema | undefined): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<
      string,
      { description?: string; example?: unknown; default?: unknown; isRequired?: boolean }
    >;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, example, isRequired, ...rest }]) => ({
    name,
    in: place,
    // A parameter with a default may be left out, even though the handler always gets a value.
    required: place === 'path' || isRequired || (required.includes(name) && rest.default === undefined),
    ...(description && { description }),
    ...(example !== undefined && { example }),
    schema: rest,
  }));
}

function responsesOf(operation: Operation, needsKey: boolean): Record<string, object> {
  const conditionalHeaders = {
    ETag: { description: 'Opaque tag of this answer.', schema: { type: 'string' } },
    'Cache-Control': { description: 'How long a client may reuse it.', schema: { type: 'string' } },
  };
  const responses: Record<string, object> = {};
  if (operation.answerDescription !== null) {
    responses[200] = {
      description: operation.answerDescription,
      ...(operation.isConditional && { headers: conditionalHeaders }),
      content: { 'application/json': { schema: operation.answer, example: operation.example } },
    };
  }
  if (operation.createdDescription) {
    responses[201] = {
      description: operation.createdDescription,
      content: { 'application/json': { schema: operation.answer, example: operation.example } },
    };
  }
  if (operation.isConditional)
    responses[304] = { description: 'Nothing has changed.', headers: conditionalHeaders };
  if (!needsKey) {
    responses[503] = {
      description: 'The service is not ready.',
      content: { 'application/json': { schema: operation.answer } },
    };
  }
  const codes = Map.groupBy(operation.refusals, (code) => REFUSALS[code].status);
  for (const [status, group] of codes) responses[status] = describeRefusals(status, group);
  return responses;
}

function describeRefusals(status: number, codes: RefusalCode[]): object {
  const [first] = codes;
  return {
    description: codes.map((code) => REFUSALS[code].when).join(' '),
    'x-error-codes': codes.map((code) => ({ code, when: REFUSALS[code].when })),
    ...([429, 503].includes(status) && {
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    }),
    ...(status === 401 && {
      headers: { 'WWW-Authenticate': { description: 'How to send the key.', schema: { type: 'string' } } },
    }),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['message', 'status', 'error_code'],
          properties: {
            message: { type: 'string', description: 'For people.' },
            status: { type: 'integer', const: status },
            error_code: { type: 'string', enum: codes, description: 'For programs.' },
          },
        },
        ...(first && { example: errorBody(new Refusal(first, REFUSALS[first].when)) }),
      },
    },
  };
}
