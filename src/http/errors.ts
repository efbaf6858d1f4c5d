import type { ErrorObject } from 'ajv';
import type { FastifyReply, FastifyRequest } from 'fastify';
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { isDatabaseUnavailable } from '../db/database.ts';
import { JSON_TYPE } from './cached-answer.ts';
import { CORS_HEADERS } from './cors.ts';
import { describeViolation, fieldOf, ruleOf } from './describe-violation.ts';
import type { Logger } from '../log/logger.ts';
import type { Rule } from '../values/describe-rule.ts';
import { noSuchEndpoint, Refusal, type RefusalCode } from '../refusal.ts';
import { writeJson } from './send-cached.ts';

const RETRY_AFTER_SECONDS = 1;
const KIB = 1024;
const MIB = 1024 * KIB;

export type ErrorBody = { message: string; status: number; error_code: RefusalCode };

export function errorBody(refusal: Refusal): ErrorBody {
  return { message: refusal.message, status: refusal.status, error_code: refusal.code };
}

/** The one place where errors become answers. An entry point may say more than the API does, or in other words: `describe` makes its body. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    logger,
    describe = errorBody,
  }: { logger: Logger; describe?: (refusal: Refusal, error: unknown) => ErrorBody },
): void {
  const refusal = toRefusal(error, request);
  if (refusal.status >= 500) logFailure(error, request, logger);
  if (refusal.code === 'unauthorized') challenge(request, reply);
  reply.headers(headersOf(refusal));
  reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(describe(refusal, error)));
}

/** The same ahead of the framework, for what nobody logs and needs no challenge. */
export function writeRefusal(response: ServerResponse, refusal: Refusal, headers: readonly string[]): void {
  assert(refusal.status < 500 && refusal.code !== 'unauthorized', 'a refusal that the framework answers');
  writeJson(response, {
    status: refusal.status,
    body: JSON.stringify(errorBody(refusal)),
    headers: [...headers, ...Object.entries(headersOf(refusal)).flat()],
  });
}

/** The reason; when to come back, and the page that shows one's place in line meanwhile. */
function headersOf({ reason, retryAfterSeconds, roomUrl, listUrl }: Refusal): Record<string, string> {
  return {
    ...(reason !== null && { 'error-reason': reason }),
    ...(retryAfterSeconds !== null && { 'retry-after': String(retryAfterSeconds) }),
    ...(roomUrl !== null && { link: `<${roomUrl}>; rel="waiting-room"` }),
    ...(listUrl !== null && { link: `<${listUrl}>; rel="waiting-list"` }),
  };
}

/** For the operator. An overload is logged where requests are turned away, and not once for each of them. */
export function logFailure(error: unknown, request: FastifyRequest, logger: Logger): void {
  if (error instanceof Refusal && error.code === 'unavailable') return;
  logger.error(
    { err: error, requestId: request.id, route: request.routeOptions.url ?? null },
    'request failed',
  );
}

/** A 401 says how to ask again (RFC 9110, RFC 6750). For a Bearer key browsers open no window of their own. */
function challenge(request: FastifyRequest, reply: FastifyReply): void {
  const hasKey = request.headers.authorization !== undefined;
  reply.header('www-authenticate', `Bearer realm="Tessera"${hasKey ? ', error="invalid_token"' : ''}`);
  const exposed = reply.raw.getHeader(CORS_HEADERS[2]);
  if (exposed) reply.header(CORS_HEADERS[2], `${String(exposed)}, WWW-Authenticate`);
}

/** Turns an error into the answer for the caller. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseUnavailable(error)) {
    return new Refusal('unavailable', 'The service is not available right now: try again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (isViolation(error)) {
    const [violation] = error.violations;
    if (error.httpPart === 'body' && violation?.instancePath === '' && violation.keyword === 'type') {
      return new Refusal('malformed_body', 'The body must be a JSON object.');
    }
    const message = violation ? describeViolation(violation, error.httpPart) : 'The request is not valid.';
    return new Refusal('validation_failed', message, { field: violation ? fieldOf(violation) : null });
  }
  return (
    fromFramework(error, request) ??
    new Refusal('internal_error', 'Something went wrong on our side: try again.')
  );
}

/** The rule of a schema that the request breaks, if that is the error. */
export function brokenRule(error: unknown): Rule | null {
  const [violation] = isViolation(error) ? error.violations : [];
  return violation ? ruleOf(violation) : null;
}

type Violation = Error & { violations: ErrorObject[]; httpPart: string };
const isViolation = (error: unknown): error is Violation => error instanceof Error && 'violations' in error;

function fromFramework(error: unknown, request: FastifyRequest): Refusal | null {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(
        'body_too_large',
        `The body is too large: send at most ${sizeOf(request.routeOptions.bodyLimit)}.`,
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('unsupported_media_type', 'Send the body with Content-Type: application/json.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE': // of QUERY alone, which no route has
      return noSuchEndpoint(request);
    default:
      return statusCode === 400 ? new Refusal('malformed_body', 'The body did not arrive complete.') : null;
  }
}

/** Limits are whole KiB or MiB. */
export const sizeOf = (bytes: number): string =>
  bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${Math.floor(bytes / KIB)} KiB`;
