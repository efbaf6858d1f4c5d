import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { composeExample } from '../../src/pages/docs/example-value.ts';
import {
  METHODS,
  resolve,
  type Method,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from '../../src/values/openapi-document.ts';
import { ask, type Answer } from '../harness/client.ts';
import type { TestApp } from '../harness/test-app.ts';

export type DocumentedOperation = {
  method: Method;
  path: string;
  operation: Operation;
  needsKey: boolean;
};

/** The API's description as any client gets it. */
export async function fetchDocument(on: Pick<TestApp, 'baseUrl'>): Promise<OpenApiDocument> {
  const { status, body } = await ask(on, '/openapi.json');
  assert.equal(status, 200);
  return body as OpenApiDocument;
}

export function operationsOf(document: OpenApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      return [{ method, path, operation, needsKey: (operation.security ?? document.security)?.length !== 0 }];
    }),
  );
}

// Keywords and formats that only readers of the document use, such as `example`, are no mistakes.
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
addFormats.default(ajv);
const validators = new WeakMap<Schema, ValidateFunction>();

/** `document` is where the schema's references lead to. */
export function assertMatches(
  schema: Schema,
  value: unknown,
  what: string,
  document?: OpenApiDocument,
): void {
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components: document?.components });
  validators.set(schema, validate);
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`);
}

export function parametersOf(document: OpenApiDocument, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((written) => resolve(document, 'parameters', written));
}

/** Sends what the document gives as its own example, to the slug given. */
export function askAsDocumented(
  on: TestApp,
  document: OpenApiDocument,
  documented: DocumentedOperation,
  options: Parameters<typeof ask>[2] & { slug: string },
): Promise<Answer> {
  const { operation, method, path } = documented;
  const parameters = parametersOf(document, operation);
  const exampleOf = ({ example, schema }: Parameter): unknown =>
    example ?? (schema ? composeExample(document, schema) : '');
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map((parameter): [string, string] => [parameter.name, String(exampleOf(parameter))]);
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && parameter.required)
    .map((parameter): [string, string] => [parameter.name, String(exampleOf(parameter))]);
  const media =
    operation.requestBody &&
    resolve(document, 'requestBodies', operation.requestBody).content['application/json'];
  const body = media?.example ?? (media?.schema && composeExample(document, media.schema));
  const { slug, ...rest } = options;
  const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
  return ask(on, `${path.replace('{slug}', slug)}${search}`, {
    method: method.toUpperCase(),
    ...(body !== undefined && { body }),
    ...rest,
    headers: { ...Object.fromEntries(headers), ...rest.headers },
  });
}

/** Holds an answer to what the document says of this operation: status, body, headers. */
export function assertDocumented(document: OpenApiDocument, operation: Operation, answer: Answer): void {
  const what = `${operation.operationId} ${answer.status}`;
  const written = operation.responses[answer.status];
  assert.ok(written, `${what} is not documented: ${JSON.stringify(answer.body)}`);
  const response = resolve(document, 'responses', written);
  assertHeaders(document, response, answer, what);
  const schema = response.content?.['application/json']?.schema;
  if (!schema) return assert.equal(answer.body, '', `${what} has a body`);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/, what);
  assertMatches(schema, answer.body, what, document);
  if (answer.status < 300) assert.equal(answer.body.status, true, what);
  const codes = response['x-error-codes'];
  if (!codes) return;
  assertRefusal(answer, { status: answer.status, codes: codes.map(({ code }) => code) });
  const { reasons = [] } = codes.find(({ code }) => code === answer.body.error_code) ?? {};
  const reason = answer.headers.get('error-reason');
  if (reason !== null)
    assert.ok(
      reasons.some((told) => told.reason === reason),
      `${what} ${reason}`,
    );
}

function assertHeaders(document: OpenApiDocument, response: Response, answer: Answer, what: string): void {
  assert.equal(answer.headers.get('access-control-allow-origin'), '*', what);
  assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]{8,64}$/, what);
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const { schema, required } = resolve(document, 'headers', header);
    const text = answer.headers.get(name);
    // Of some answers of this status only.
    if (required === false && text === null) continue;
    assert.ok(text, `${what} lacks ${name}`);
    if (schema) assertMatches(schema, schema.type === 'integer' ? Number(text) : text, `${what} ${name}`);
  }
}

/** The error envelope with exactly its three fields, and nothing that a cache may keep. */
export function assertRefusal(answer: Answer, expected: { status: number; codes: string[] }): void {
  const text = JSON.stringify(answer.body);
  assert.equal(answer.status, expected.status, text);
  assert.deepEqual(Object.keys(answer.body as object), ['message', 'status', 'error_code'], text);
  assert.equal(answer.body.status, answer.status, text);
  assert.ok(expected.codes.includes(String(answer.body.error_code)), `${text}, not ${expected.codes.join()}`);
  assert.match(String(answer.body.message), /^\S.*\.$/s, 'the message is a sentence');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('etag'), null);
}

// These tell of the request or the moment, not of what was answered.
const CHANGING_HEADERS = new Set(['date', 'x-request-id', 'ratelimit']);

export function constantHeaders({ headers }: Answer): [string, string][] {
  return [...headers].filter(([name]) => !CHANGING_HEADERS.has(name));
}
