import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../db/database.ts';
import { logFailure } from '../../http/errors.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Logger } from '../../log/logger.ts';
import { Refusal } from '../../refusal.ts';

const RETRY_AFTER_SECONDS = 2;

/** Why a page can't be shown, in words that a page may be made for. */
export type Trouble =
  | { kind: 'not_found'; status: 404 }
  | { kind: 'too_often'; status: 429; retryAfterSeconds: number }
  | { kind: 'trouble'; status: 500 | 503; retryAfterSeconds: number | null };

/**
 * Errors below this scope are answered with a page and not JSON. `answer` sends it, in the words of the audience;
 * null leaves the answer to the rules of the API.
 */
export function answerWithPages(
  scope: HttpServer,
  deps: {
    logger: Logger;
    answer: (trouble: Trouble, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null;
  },
): void {
  scope.setErrorHandler(async (error: Error, request, reply) => {
    const trouble = wantsJson(request) ? null : troubleIn(error);
    if (!trouble) throw error;
    if (trouble.kind !== 'not_found' && trouble.retryAfterSeconds !== null) {
      reply.header('retry-after', String(trouble.retryAfterSeconds));
    }
    // Nobody reads the answer to a client that has disconnected, and nothing failed but its connection.
    const isGone = reply.raw.destroyed;
    const answer = deps.answer(trouble, request, reply);
    if (!answer) throw error;
    if (trouble.kind === 'trouble' && !isGone) logFailure(error, request, deps.logger);
    return answer;
  });
}

/** A page's script asks for the same things as a browser that opens the address. */
export const wantsJson = (request: FastifyRequest): boolean =>
  request.headers.accept?.startsWith('application/json') === true;

/** Null for a request that no page or form of ours sends. */
function troubleIn(error: Error): Trouble | null {
  const refusal = error instanceof Refusal ? error : null;
  const status = refusal ? refusal.status : Number('statusCode' in error && error.statusCode);
  if (refusal?.code === 'not_found') return { kind: 'not_found', status: 404 };
  const retryAfterSeconds = refusal?.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
  if (refusal?.code === 'rate_limited') return { kind: 'too_often', status: 429, retryAfterSeconds };
  if (status >= 400 && status < 500) return null;
  return isDatabaseUnavailable(error) || status === 503
    ? { kind: 'trouble', status: 503, retryAfterSeconds }
    : { kind: 'trouble', status: 500, retryAfterSeconds: null };
}
