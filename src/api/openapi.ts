import { Type, type TSchema } from 'typebox';
import { REASONS, Refusal, REFUSALS, type RefusalCode, type RefusalReason } from '../refusal.ts';
import { errorBody } from '../http/errors.ts';
import { Exactly, OneOf } from '../http/schema.ts';
import type {
  ErrorCode,
  Operation as DescribedOperation,
  OpenApiDocument,
  Parameter,
  PathItem,
  Reference,
  Response,
  Schema,
} from '../values/openapi-document.ts';
import type { Route } from '../routes.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { headerComponents, refersTo, type HeaderName } from './document-headers.ts';
import { asText, createSchemaShelf, type SchemaShelf } from './document-schemas.ts';
import type { Operation } from './operation.ts';

/** The beginning of every path of the API. The document's paths are relative to it. */
export const API_PREFIX = '/api/v1';

export type DocumentedRoute = { route: Route; operation: Operation };

const DESCRIPTION = `Sell tickets from any site: browse events, hold tickets for a limited time, create an order with a payment link.

Every request except \`GET /health\` carries a public key, which is safe in a browser: \`Authorization: Bearer pk_…\`. The key decides which host's events you see and sell.

Success is \`{ data, status: true }\`; an error is \`{ message, status, error_code }\`: branch on \`error_code\`, and on the header \`Error-Reason\` where you need to know more. **Money** is an integer in the smallest currency unit (kobo, pesewa, cents). Times are UTC.`;

const TAGS = [
  { name: 'Events', description: 'Browse events.' },
  { name: 'Checkout', description: 'Hold tickets and buy them.' },
  { name: 'Service', description: 'About the service itself.' },
  { name: 'Webhooks', description: 'What Tessera posts to your receivers.' },
];

// As they are usually written; the routes' own schemas have them as Node gives them.
const REQUEST_HEADERS: Readonly<Record<string, string>> = {
  'x-device-id': 'X-Device-ID',
  'idempotency-key': 'Idempotency-Key',
  'accept-language': 'Accept-Language',
};

/** The shared components of the document, by kind. */
type Shelves = {
  schemas: SchemaShelf;
  error: Schema;
  parameters: Record<string, Parameter>;
  responses: Record<string, Response>;
};

/** The OpenAPI 3.1 document, made from the schemas that the routes themselves run on. */
export function describeApi(
  routes: DocumentedRoute[],
  options: { baseUrl: string; version: string },
): OpenApiDocument {
  const schemas = createSchemaShelf();
  const told = routes.flatMap(({ operation }) => operation.refusals);
  const error = schemas.use(errorSchema([...told, ...UNREAD]));
  const shelves: Shelves = { schemas, error, parameters: {}, responses: {} };
  const paths: Record<string, PathItem> = {};
  for (const { route, operation } of routes) {
    const templated = route.path.slice(API_PREFIX.length).replace(/:(\w+)/g, '{$1}');
    const needsKey = route.calledWith === 'public key';
    paths[templated] = {
      ...paths[templated],
      [route.method.toLowerCase()]: describeOperation(shelves, operation, needsKey),
    };
  }
  const webhooks = describeWebhooks(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tessera API',
      version: options.version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    tags: TAGS,
    security: [{ publicKey: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        publicKey: { type: 'http', scheme: 'bearer', description: 'A public key of the host, `pk_…`.' },
      },
      schemas: schemas.components,
      parameters: shelves.parameters,
      headers: headerComponents(),
      responses: shelves.responses,
    },
  };
}

// Of whatever is asked, before it is known what that is. No good HTTP client meets them.
const UNREAD: RefusalCode[] = ['bad_request', 'request_timeout', 'expectation_failed', 'headers_too_large'];

/** The responses say which codes an operation can answer; one type for all keeps generated clients small. */
function errorSchema(told: RefusalCode[]): TSchema {
  const codes = (Object.keys(REFUSALS) as RefusalCode[]).filter((code) => told.includes(code));
  return Exactly(
    {
      message: Type.String({ description: 'For people.' }),
      status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
      error_code: OneOf(codes, {
        title: 'ErrorCode',
        description: `For programs. Each operation lists the codes that it can answer. ${UNREAD.map((code) => `\`${code}\` (${REFUSALS[code].status})`).join(', ')} can come from any operation: the request itself could not be read.`,
        'x-error-codes': UNREAD.map((code) => ({ code, ...REFUSALS[code] })),
      }),
    },
    { title: 'Error' },
  );
}

function describeOperation(shelves: Shelves, operation: Operation, needsKey: boolean): DescribedOperation {
  const { schema } = operation;
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(!needsKey && { security: [] }),
    parameters: [
      ...parametersOf(shelves, 'path', schema.params),
      ...parametersOf(shelves, 'query', schema.querystring),
      ...parametersOf(shelves, 'header', schema.headers),
      ...(operation.isConditional ? [shelve(shelves, 'parameters', 'IfNoneMatch', IF_NONE_MATCH)] : []),
    ],
    ...(schema.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: shelves.schemas.use(schema.body), example: operation.bodyExample },
        },
      },
    }),
    responses: responsesOf(shelves, operation, needsKey),
  };
}

function shelve<Kind extends 'parameters' | 'responses'>(
  shelves: Shelves,
  kind: Kind,
  name: string,
  component: Shelves[Kind][string],
): Reference {
  shelves[kind][name] = component;
  return { $ref: `#/components/${kind}/${name}` };
}

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer. If nothing has changed, you get 304 without a body.',
  schema: { type: 'string' },
};

function parametersOf(
  shelves: Shelves,
  place: 'path' | 'query' | 'header',
  schema: TSchema | undefined,
): (Parameter | Reference)[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Schema & { isRequired?: boolean }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, written]) => {
    const { title, description, example, isRequired, ...rest } = written;
    const used = shelves.schemas.use(rest);
    const parameter: Parameter = {
      name: place === 'header' ? (REQUEST_HEADERS[name] ?? name) : name,
      in: place,
      // A parameter with a default may be left out, even though the handler always gets a value.
      required:
        place === 'path' || isRequired === true || (required.includes(name) && rest.default === undefined),
      ...(description && { description }),
      ...(example !== undefined && { example }),
      schema: place === 'header' ? asText(used) : used,
    };
    return title ? shelve(shelves, 'parameters', title, parameter) : parameter;
  });
}

function responsesOf(
  shelves: Shelves,
  operation: Operation,
  needsKey: boolean,
): DescribedOperation['responses'] {
  const { isConditional = false, answerDescription, createdDescription } = operation;
  const headers = refersTo([
    'RequestId',
    ...(needsKey ? COUNTED : []),
    ...(isConditional ? (['ETag', 'CacheControl'] as const) : []),
  ]);
  const schema = shelves.schemas.use(operation.answer);
  const content = { 'application/json': { schema, example: operation.example } };
  const responses: Record<string, Response | Reference> = {};
  if (answerDescription !== null) responses[200] = { description: answerDescription, headers, content };
  if (createdDescription) responses[201] = { description: createdDescription, headers, content };
  if (isConditional) responses[304] = { description: 'Nothing has changed.', headers };
  if (!needsKey) {
    responses[503] = {
      description: 'The service is not ready.',
      headers: refersTo(['RequestId', 'RetryAfter']),
      content: { 'application/json': { schema } },
    };
  }
  const codes = Map.groupBy(operation.refusals, (code) => REFUSALS[code].status);
  for (const [status, group] of codes) {
    const { reasons } = operation;
    responses[status] = describeRefusals(shelves, { status, codes: group, reasons });
  }
  return responses;
}

const COUNTED = ['RateLimit', 'RateLimitPolicy'] as const satisfies HeaderName[];

// Nobody has been counted where the service fails.
const HEADERS_OF_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['RequestId', ...COUNTED, 'Challenge'],
  429: ['RequestId', ...COUNTED, 'RetryAfter'],
  500: ['RequestId'],
  503: ['RequestId', 'RetryAfter'],
};

/** A code, with the reasons that the operation gives for it. */
function describeCode(code: RefusalCode, told: readonly RefusalReason[]): ErrorCode {
  const reasons = told.filter((reason) => REASONS[reason].of === code);
  return {
    code,
    when: REFUSALS[code].when,
    ...(reasons.length > 0 && {
      reasons: reasons.map((reason) => ({ reason, when: REASONS[reason].when })),
    }),
  };
}

/** A status of one code means the same wherever it is answered: those are components. */
function describeRefusals(
  shelves: Shelves,
  {
    status,
    codes,
    reasons = [],
  }: { status: number; codes: RefusalCode[]; reasons?: readonly RefusalReason[] | undefined },
): Response | Reference {
  const [first] = codes;
  if (!first) throw new Error(`status ${status} without a code`);
  const described = codes.map((code) => describeCode(code, reasons));
  const response = {
    description: codes.map((code) => REFUSALS[code].when).join(' '),
    'x-error-codes': described,
    headers: refersTo([
      ...(HEADERS_OF_STATUS[status] ?? ['RequestId', ...COUNTED]),
      ...(described.some((code) => code.reasons) ? (['ErrorReason'] as const) : []),
      ...(codes.includes('waiting_room') ? (['Link'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: shelves.error,
        example: errorBody(new Refusal(first, REFUSALS[first].when)),
      },
    },
  };
  if (codes.length > 1) return response;
  return shelve(shelves, 'responses', pascalCase(first), response);
}

const pascalCase = (code: string): string =>
  code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
