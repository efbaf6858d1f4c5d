import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TroubleView } from '../contract.ts';
import type { Database } from '../../../db/database.ts';
import { errorBody, logFailure, sendError, toRefusal } from '../../../http/errors.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { Logger } from '../../../log/logger.ts';
import { wantsJson } from '../../serving/answer-with-pages.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { findSession } from '../../../people/sessions/sessions.ts';
import type { Refusal, RefusalCode } from '../../../refusal.ts';
import type { Language } from '../../../values/language.ts';
import { readerLanguage } from './reader-language.ts';
import { tellHost } from './tell-host.ts';
import type { SendView } from './send-view.ts';
import type { SessionCookie } from './session-cookie.ts';
import { owesSecondStep } from '../../../people/factors/second-step.ts';

/** The page that asks for the missing step, and then leads back. */
const WAYS: Partial<Record<RefusalCode, string>> = {
  sign_in_required: 'sign-in',
  second_step_required: 'second-step',
  factor_required: 'me/security',
};

type Deps = {
  database: Database;
  logger: Logger;
  base: string;
  cookie: SessionCookie;
  sendPage: SendPage;
  sendView: SendView;
};

/**
 * The page's script gets the error and its field. People who open an address are led to the page where they can fix it, or get a page that
 * explains it.
 */
export function answerErrors(scope: HttpServer, deps: Deps): void {
  const { logger, base } = deps;
  scope.setErrorHandler(async (error, request, reply) => {
    if (!opensPage(request)) {
      return sendError(error, request, reply, {
        logger,
        describe: (refusal, failure) => describeRefusal(refusal, failure, readerLanguage(request)),
      });
    }
    const refusal = toRefusal(error, request);
    const way = WAYS[refusal.code];
    if (way !== undefined) {
      const next = request.method === 'GET' ? request.url.replace(/^\/dashboard/, base) : base;
      return reply.redirect(`${base}/${way}?next=${encodeURIComponent(next)}`, 303);
    }
    if (refusal.status >= 500) logFailure(error, request, logger);
    if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds));
    return sendTrouble(request, reply.code(refusal.status), {
      ...deps,
      trouble: troubleIn(refusal, readerLanguage(request)),
    });
  });
}

const describeRefusal = (refusal: Refusal, error: unknown, language: Language) => ({
  ...errorBody(refusal),
  message: tellHost(refusal, error, language),
  ...(refusal.field !== null && { field: refusal.field }),
  ...(refusal.current !== null && { current: refusal.current }),
});

/** A browser that follows a link or sends a form. */
const opensPage = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('text/html') === true ||
  ((request.method === 'GET' || request.method === 'HEAD') && !wantsJson(request));

function troubleIn(refusal: Refusal, language: Language): TroubleView {
  const { code, status } = refusal;
  if (code === 'host_suspended') return { about: 'host_suspended' };
  if (status >= 500) return { about: 'failed' };
  if (status === 429) return { about: 'too_often' };
  if (status === 403) return { about: 'not_allowed', reason: tellHost(refusal, null, language) };
  return { about: 'not_found' };
}

/** A page of the dashboard for people who are signed in. Others get a bare notice, and so do all if the session can't be read. */
async function sendTrouble(
  request: FastifyRequest,
  reply: FastifyReply,
  { trouble, database, cookie, base, sendPage, sendView }: Deps & { trouble: TroubleView },
): Promise<FastifyReply> {
  try {
    const token = cookie.read(request);
    request.session ??= token === null ? null : await findSession(database, token);
    const { session } = request;
    if (session && !owesSecondStep(session)) {
      return await sendView(request, reply, { view: 'trouble', data: trouble });
    }
  } catch {
    // The cause may be the database, which is reported already.
  }
  const data = { language: readerLanguage(request), about: trouble.about, base };
  return sendPage(reply, { page: 'dashboardNotice', data, status: reply.statusCode, isSecret: true });
}
