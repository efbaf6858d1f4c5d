import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limitAddress } from '../../../http/client-address.ts';
import type { HttpServer } from '../../../http/server.ts';
import { mailLimits } from '../../../attempts/attempt-limits.ts';
import { countAttempt } from '../../../attempts/count-attempt.ts';
import { findPerson } from '../../../people/find-person.ts';
import { findMailedToken } from '../../../people/mailed-tokens.ts';
import { hashPassword } from '../../../people/passwords/password-hash.ts';
import { passwordProblem } from '../../../people/passwords/require-good-password.ts';
import { askForReset, resetPassword } from '../../../people/passwords/reset-password.ts';
import { openSession } from '../../../people/sign-in/sign-in.ts';
import { ROUTES } from '../../../routes.ts';
import { comparableAddress } from '../../../values/email-address.ts';
import { actorOf } from '../access/find-visitor.ts';
import { answerInEqualTime } from './server/answer-in-equal-time.ts';
import { originOf, type EntranceDeps } from './server/entrance-deps.ts';
import { emailProblems, problemOfMoment, readForm } from './server/read-form.ts';

export const ByToken = Type.Object({ token: Type.String({ maxLength: 100 }) });

/** Sets a new password for the owner of the mailbox. */
export function registerReset(scope: HttpServer, deps: EntranceDeps): void {
  const { database, send, mailboxUrl } = deps;

  scope.get(ROUTES.entrance.askForResetPage.path, async (_request, reply) =>
    send(reply, 200, { about: 'ask_for_reset', email: '', problems: [] }),
  );

  scope.post(ROUTES.entrance.askForReset.path, async (request, reply) => {
    const email = readForm(request, ['email']).email.trim();
    const again = { about: 'ask_for_reset', email } as const;
    const problems = emailProblems(email);
    if (problems.length > 0) return send(reply, 422, { ...again, problems });
    try {
      await answerInEqualTime(async () => {
        await countAttempt(database, mailLimits(limitAddress(request.clientAddress)));
        await askForReset(database, { email: comparableAddress(email), actor: actorOf(request) });
      });
    } catch (error) {
      const { status, problem } = problemOfMoment(error);
      if ('seconds' in problem) reply.header('retry-after', String(problem.seconds));
      return send(reply, status, { ...again, problems: [problem] });
    }
    return send(reply, 200, { about: 'mail_sent', link: 'reset', email, mailboxUrl });
  });

  scope.get(ROUTES.entrance.resetPage.path, { schema: { params: ByToken } }, async ({ params }, reply) => {
    const found = await findMailedToken(database, { purpose: 'reset_password', token: params.token });
    return found
      ? send(reply, 200, { about: 'reset', email: found.email, problems: [] })
      : send(reply, 404, { about: 'dead_link', link: 'reset' });
  });

  scope.post(ROUTES.entrance.reset.path, { schema: { params: ByToken } }, async (request, reply) =>
    takeNewPassword(request, reply, { ...deps, token: request.params.token }),
  );
}

async function takeNewPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: EntranceDeps & { token: string },
): Promise<FastifyReply> {
  const { database, cookie, send, token } = deps;
  const deadLink = () => send(reply, 404, { about: 'dead_link', link: 'reset' });
  const found = await findMailedToken(database, { purpose: 'reset_password', token });
  if (!found) return deadLink();
  const { password } = readForm(request, ['password']);
  const name = (await findPerson(database, found.personId))?.name ?? '';
  const what = password === '' ? 'missing' : passwordProblem(password, [found.email, name]);
  const again = { about: 'reset', email: found.email } as const;
  if (what) return send(reply, 422, { ...again, problems: [{ field: 'password', what }] });
  let passwordHash: string;
  try {
    passwordHash = await hashPassword(password);
  } catch (error) {
    const { status, problem } = problemOfMoment(error);
    return send(reply, status, { ...again, problems: [problem] });
  }
  const entered = await database.transaction(async (tx) => {
    const person = await resetPassword(tx, { token, passwordHash, actor: actorOf(request) });
    if (!person) return null;
    const oldToken = cookie.read(request);
    return { person, token: await openSession(tx, { person, oldToken, ...originOf(request) }) };
  });
  return entered ? deps.letIn(reply, entered) : deadLink();
}
