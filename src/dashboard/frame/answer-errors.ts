import type { FastifyRequest } from 'fastify';
import { sendError, errorBody } from '../../http/errors.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Logger } from '../../log/logger.ts';
import { wantsJson } from '../../pages/answer-with-pages.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';

/** Where somebody is sent who lacks something, and comes back from. */
const WAYS: Partial<Record<RefusalCode, string>> = {
  sign_in_required: 'sign-in',
  second_step_required: 'second-step',
  factor_required: 'me/security',
};

/** The page's script is told what is wrong and at which field; people who open an address are led to where they can mend it. */
export function answerErrors(scope: HttpServer, { logger, base }: { logger: Logger; base: string }): void {
  scope.setErrorHandler((error, request, reply) => {
    const way = error instanceof Refusal ? WAYS[error.code] : undefined;
    if (way !== undefined && opensPage(request)) {
      const next = encodeURIComponent(request.url.replace(/^\/dashboard/, base));
      return reply.header('cache-control', 'no-store').redirect(`${base}/${way}?next=${next}`, 303);
    }
    return sendError(error, request, reply, {
      logger,
      describe: (refusal) => ({
        ...errorBody(refusal),
        ...(refusal.field !== null && { field: refusal.field }),
        ...(refusal.current !== null && { current: refusal.current }),
      }),
    });
  });
}

const opensPage = (request: FastifyRequest): boolean => request.method === 'GET' && !wantsJson(request);
