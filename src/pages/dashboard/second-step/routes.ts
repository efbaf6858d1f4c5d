import type { FastifyReply, FastifyRequest } from 'fastify';
import { askForPasskey } from '../../../people/passkeys/ask-for-passkey.ts';
import { passByPasskey } from '../../../people/factors/pass-by-passkey.ts';
import { passSecondStep } from '../../../people/factors/pass-second-step.ts';
import { passkeySite, type PasskeySite } from '../../../people/passkeys/passkey-site.ts';
import type { EntranceProblem } from '../sign-in/contract.ts';
import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { wantsJson } from '../../serving/answer-with-pages.ts';
import { invalidField, Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, sessionOf } from '../access/find-visitor.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { createEntranceDeps, type BeforeEntrance } from '../sign-in/server/entrance-deps.ts';
import { readForm } from '../sign-in/server/read-form.ts';
import { nextPath } from '../sign-in/next-path.ts';
import { passkeyOf } from './server/passkey-answers.ts';
import { PasskeyBody } from './passkey-bodies.ts';

/** The second factor, at sign-in and again before sensitive actions. */
export async function registerSecondStep(
  { scope, answer }: PageRoutes,
  deps: BeforeEntrance & Pick<DashboardDeps, 'isProduction'>,
): Promise<void> {
  const { database, cookie } = deps;
  const routes = ROUTES.me;
  const siteOf = ({ headers }: FastifyRequest): PasskeySite => passkeySite({ ...deps, host: headers.host });

  await scope.register(async (forms: HttpServer) => {
    takeFormBodies(forms);
    registerForm(forms, deps);
  });

  answer(routes.askForPasskey, {}, async ({ session: { personId, sessionId }, request }) => {
    const site = siteOf(request);
    return database.transaction((tx) => askForPasskey(tx, { asked: { personId, sessionId }, site }));
  });

  answer(
    routes.passByPasskey,
    { body: PasskeyBody },
    async ({ session, actor, body, inChange, request, reply }) => {
      const { personId, sessionId } = session;
      const answered = { actor, response: passkeyOf(body), site: siteOf(request) };
      const step = await inChange((tx) => passByPasskey(tx, { ...answered, personId, sessionId }));
      // A failed step is on record by now.
      if ('refusal' in step) throw step.refusal;
      cookie.write(reply, step.token);
    },
  );
}

/** A plain form that works without a script. The dashboard's dialog sends and gets JSON. */
function registerForm(scope: HttpServer, deps: BeforeEntrance): void {
  const { change, cookie, base, secretKeys } = deps;
  const { send } = createEntranceDeps(deps);
  const ask = (
    request: FastifyRequest,
    reply: FastifyReply,
    { next, problem, status = 200 }: { next: string; problem?: EntranceProblem; status?: number },
  ): Promise<FastifyReply> => {
    const { email, hasPasskey } = sessionOf(request);
    const problems = problem ? [problem] : [];
    return send(reply, status, { about: 'second_step', email, next, hasPasskey, problems });
  };

  scope.get(ROUTES.me.secondStep.path, async (request, reply) => {
    const { next } = request.query as { next?: unknown };
    const onwards = nextPath(base, typeof next === 'string' ? next : undefined);
    const { hasFactor, isFactorFresh } = sessionOf(request);
    if (!hasFactor || isFactorFresh) return reply.redirect(onwards, 303);
    return ask(request, reply, { next: onwards });
  });

  scope.post(ROUTES.me.passSecondStep.path, async (request, reply) => {
    const { personId, sessionId } = sessionOf(request);
    const typed = readForm(request, ['code', 'next']);
    const next = nextPath(base, typed.next);
    try {
      const code = requireCode(typed.code);
      const step = await change(request, (tx) =>
        passSecondStep(tx, secretKeys, { actor: actorOf(request), personId, sessionId, code }),
      );
      if ('refusal' in step) throw step.refusal;
      cookie.write(reply, step.token);
    } catch (error) {
      if (!(error instanceof Refusal) || error.field !== 'code' || wantsJson(request)) throw error;
      if (error.retryAfterSeconds !== null) reply.header('retry-after', String(error.retryAfterSeconds));
      return ask(request, reply, { next, problem: problemOf(error, typed.code), status: error.status });
    }
    return wantsJson(request) ? reply.send({ next }) : reply.redirect(next, 303);
  });
}

// A recovery code with its dashes has 19 characters.
const MAX_CODE_CHARACTERS = 100;

function requireCode(typed: string): string {
  const code = typed.trim();
  if (code === '') throw invalidField('code', 'is required.');
  if (code.length > MAX_CODE_CHARACTERS) throw invalidField('code', 'is longer than any code.');
  return code;
}

function problemOf(refusal: Refusal, typed: string): EntranceProblem {
  if (typed.trim() === '') return { field: 'code', what: 'missing' };
  return refusal.retryAfterSeconds === null
    ? { field: 'code', what: 'wrong_code' }
    : { field: 'code', what: 'codes_too_often', seconds: refusal.retryAfterSeconds };
}
