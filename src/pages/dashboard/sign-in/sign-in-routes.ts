import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordChange } from '../../../audit/record-change.ts';
import type { HttpServer } from '../../../http/server.ts';
import { mailToPersonLimit } from '../../../attempts/attempt-limits.ts';
import { tryAttempt } from '../../../attempts/count-attempt.ts';
import { signOut } from '../../../people/sign-in/sign-out.ts';
import type { Person } from '../../../people/find-person.ts';
import { enqueuePersonMail } from '../../../people/mails/enqueue-person-mail.ts';
import { findSession } from '../../../people/sessions/sessions.ts';
import { signIn } from '../../../people/sign-in/sign-in.ts';
import { ROUTES } from '../../../routes.ts';
import { comparableAddress } from '../../../values/email-address.ts';
import { nextPath } from './next-path.ts';
import { originOf, type EntranceDeps } from './server/entrance-deps.ts';
import { signUpProof } from './sign-up-routes.ts';
import { emailProblems, problemOfMoment, readForm } from './server/read-form.ts';
import { owesSecondStep } from '../../../people/factors/second-step.ts';

const nextOf = ({ query }: FastifyRequest): string => {
  const { next } = query as { next?: unknown };
  return typeof next === 'string' ? next : '';
};

/** Sign-in by e-mail and password, and sign-out. */
export function registerSignIn(scope: HttpServer, deps: EntranceDeps): void {
  const { database, cookie, base, send } = deps;

  scope.get(ROUTES.entrance.signInPage.path, async (request, reply) => {
    const next = nextPath(base, nextOf(request));
    const token = cookie.read(request);
    const session = token === null ? null : await findSession(database, token);
    if (session && !owesSecondStep(session)) return reply.redirect(next, 303);
    return send(reply, 200, { about: 'sign_in', email: '', next, problems: [] });
  });

  scope.post(ROUTES.entrance.signIn.path, async (request, reply) => {
    const typed = readForm(request, ['email', 'password', 'next']);
    const email = typed.email.trim();
    const next = nextPath(base, typed.next);
    const problems = [
      ...emailProblems(email),
      ...(typed.password === '' ? [{ field: 'password', what: 'missing' } as const] : []),
    ];
    const again = { about: 'sign_in', email, next } as const;
    if (problems.length > 0) return send(reply, 422, { ...again, problems });
    try {
      const found = await signIn(database, {
        email,
        password: typed.password,
        limits: deps.limitsOf(request, email),
        oldToken: cookie.read(request),
        ...originOf(request),
      });
      if (found.outcome === 'signed_in') return deps.letIn(reply, { ...found, next });
      if (found.outcome === 'unconfirmed') return await askToConfirm(reply, deps, found.person);
    } catch (error) {
      const { status, problem } = problemOfMoment(error);
      if ('seconds' in problem) reply.header('retry-after', String(problem.seconds));
      return send(reply, status, { ...again, problems: [problem] });
    }
    return send(reply, 401, { ...again, problems: [{ field: null, what: 'wrong' }] });
  });

  scope.post(ROUTES.entrance.signOut.path, async (request, reply) => {
    const token = cookie.read(request);
    if (token !== null) await database.transaction((tx) => signOut(tx, { token, ...originOf(request) }));
    return cookie.clear(reply).redirect(`${base}/sign-in`, 303);
  });
}

/** A person with the right password but an unconfirmed e-mail gets the link again, and nothing else. */
async function askToConfirm(
  reply: FastifyReply,
  { database, send, signUps, mailboxUrl }: EntranceDeps,
  person: Person,
): Promise<FastifyReply> {
  const { personId, email } = person;
  if (await tryAttempt(database, [mailToPersonLimit(comparableAddress(email))])) {
    await database.transaction(async (tx) => {
      await enqueuePersonMail(tx, { mail: 'confirm_email', personId });
      await recordChange(tx, {
        hostId: null,
        actor: { kind: 'stranger', address: reply.request.clientAddress },
        action: 'person.ask_for_confirmation',
        subject: { id: personId, name: email },
      });
    });
  }
  signUps.write(reply, signUpProof(person));
  return send(reply, 200, { about: 'mail_sent', link: 'confirm', email, mailboxUrl });
}
