import type { FastifyReply, FastifyRequest } from 'fastify';
import { askForPasskey } from '../../people/factors/ask-for-passkey.ts';
import { passByPasskey, signInByPasskey } from '../../people/factors/pass-by-passkey.ts';
import { passSecondStep, type SecondStep } from '../../people/factors/pass-second-step.ts';
import { passkeySite, type PasskeySite } from '../../people/factors/passkey-site.ts';
import type { HttpServer } from '../../http/server.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { actorOf, sessionOf } from '../frame/find-visitor.ts';
import { nextPath } from '../frame/next-path.ts';
import { passkeyOf } from './passkey-answers.ts';
import { PasskeyBody } from './passkey-bodies.ts';
import { SecondStepBody } from './second-step-body.ts';

/** The second factor, at a sign-in and again before what costs money; and the passkey that signs in all by itself. */
export function registerSecondStep(scope: HttpServer, parts: DashboardParts): void {
  const { database, change, cookie, base, secretKeys } = parts;
  const siteOf = ({ headers }: FastifyRequest): PasskeySite => passkeySite({ ...parts, host: headers.host });

  /** A passed step is a new token; a failed one is on record by now. */
  const answer = (reply: FastifyReply, step: SecondStep, next?: string): object => {
    if ('refusal' in step) throw step.refusal;
    cookie.write(reply, step.token);
    return { next: nextPath(base, next) };
  };

  scope.post(ROUTES.me.passSecondStep.path, { schema: { body: SecondStepBody } }, async (request, reply) => {
    const { personId, sessionId } = sessionOf(request);
    const { code, next } = request.body;
    const step = await change(request, (tx) =>
      passSecondStep(tx, secretKeys, { actor: actorOf(request), personId, sessionId, code }),
    );
    return answer(reply, step, next);
  });

  scope.post(ROUTES.me.askForPasskey.path, async (request) => {
    const { personId, sessionId } = sessionOf(request);
    const site = siteOf(request);
    return database.transaction((tx) => askForPasskey(tx, { asked: { personId, sessionId }, site }));
  });

  scope.post(ROUTES.me.passByPasskey.path, { schema: { body: PasskeyBody } }, async (request, reply) => {
    const { personId, sessionId } = sessionOf(request);
    const answered = { actor: actorOf(request), response: passkeyOf(request.body), site: siteOf(request) };
    const step = await change(request, (tx) => passByPasskey(tx, { ...answered, personId, sessionId }));
    return answer(reply, step);
  });

  scope.post(ROUTES.me.askForAnyPasskey.path, async (request) => {
    const site = siteOf(request);
    return database.transaction((tx) => askForPasskey(tx, { asked: null, site }));
  });

  scope.post(ROUTES.me.signInByPasskey.path, { schema: { body: PasskeyBody } }, async (request, reply) => {
    const answered = { actor: actorOf(request), response: passkeyOf(request.body), site: siteOf(request) };
    const origin = { address: request.clientAddress, userAgent: request.headers['user-agent'] ?? '' };
    const step = await change(request, (tx) => signInByPasskey(tx, { ...answered, origin }));
    return answer(reply, step);
  });
}
