import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordChange } from '../../../audit/record-change.ts';
import type { HttpServer } from '../../../http/server.ts';
import { mailToPersonLimit } from '../../../attempts/attempt-limits.ts';
import { countAttempt } from '../../../attempts/count-attempt.ts';
import { confirmEmail } from '../../../people/confirm-email.ts';
import { findPerson, type Person } from '../../../people/find-person.ts';
import { consumeMailedToken, findMailedToken } from '../../../people/mailed-tokens.ts';
import { enqueuePersonMail } from '../../../people/mails/enqueue-person-mail.ts';
import { findSession } from '../../../people/sessions/sessions.ts';
import { checkSignIn, openSession, PasswordChanged } from '../../../people/sign-in/sign-in.ts';
import { ROUTES } from '../../../routes.ts';
import { comparableAddress } from '../../../values/email-address.ts';
import { actorOf, sessionOf } from '../access/find-visitor.ts';
import { originOf, type EntranceDeps } from './server/entrance-deps.ts';
import { problemOfMoment, readForm } from './server/read-form.ts';
import { ByToken } from './reset-routes.ts';
import { signUpProof } from './sign-up-routes.ts';

/**
 * The link that proves an e-mail address. Opening it changes nothing, since mail scanners open every link.
 * Its button confirms the address and signs the person in, in the browser that signed up; any other browser needs the password.
 * Otherwise a stranger could sign up with somebody's e-mail, and let them confirm an account whose password the stranger knows.
 */
export function registerConfirm(scope: HttpServer, deps: EntranceDeps): void {
  const { send } = deps;

  scope.get(ROUTES.entrance.confirmPage.path, { schema: { params: ByToken } }, async (request, reply) => {
    const person = await findUnconfirmed(deps, request.params.token);
    if (!person) return send(reply, 404, { about: 'dead_link', link: 'confirm' });
    const asksPassword = !(await isTheirBrowser(request, deps, person));
    return send(reply, 200, { about: 'confirm', email: person.email, asksPassword, problems: [] });
  });

  scope.post(ROUTES.entrance.confirm.path, { schema: { params: ByToken } }, async (request, reply) =>
    takeConfirmation(request, reply, { ...deps, token: request.params.token }),
  );
}

/** Sends another link to a signed-in person whose e-mail is not confirmed. */
export function registerSendConfirmation(scope: HttpServer, { database, change }: EntranceDeps): void {
  scope.post(ROUTES.entrance.sendConfirmation.path, async (request) => {
    const { personId, email, isEmailConfirmed } = sessionOf(request);
    if (isEmailConfirmed) return {};
    await countAttempt(database, [mailToPersonLimit(comparableAddress(email))]);
    await change(request, async (tx) => {
      await enqueuePersonMail(tx, { mail: 'confirm_email', personId });
      const subject = { id: personId, name: email };
      await recordChange(tx, {
        hostId: null,
        actor: actorOf(request),
        action: 'person.ask_for_confirmation',
        subject,
      });
    });
    return {};
  });
}

async function findUnconfirmed({ database }: EntranceDeps, token: string): Promise<Person | null> {
  const found = await findMailedToken(database, { purpose: 'confirm_email', token });
  return found && findPerson(database, found.personId);
}

async function isTheirBrowser(
  request: FastifyRequest,
  { database, signUps, cookie }: EntranceDeps,
  person: Person,
): Promise<boolean> {
  if (signUps.read(request, signUpProof(person)) !== null) return true;
  const token = cookie.read(request);
  const session = token === null ? null : await findSession(database, token);
  return session?.personId === person.personId;
}

async function takeConfirmation(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: EntranceDeps & { token: string },
): Promise<FastifyReply> {
  const { database, cookie, send, token } = deps;
  const deadLink = () => send(reply, 404, { about: 'dead_link', link: 'confirm' });
  const person = await findUnconfirmed(deps, token);
  if (!person) return deadLink();
  const { email } = person;
  if (!(await isTheirBrowser(request, deps, person))) {
    const again = { about: 'confirm', email, asksPassword: true } as const;
    const { password } = readForm(request, ['password']);
    if (password === '')
      return send(reply, 422, { ...again, problems: [{ field: 'password', what: 'missing' }] });
    try {
      const limits = deps.limitsOf(request, email);
      const { clientAddress: address } = request;
      if (!(await checkSignIn(database, { email, password, limits, address })))
        return await send(reply, 401, {
          ...again,
          problems: [{ field: 'password', what: 'wrong_password' }],
        });
    } catch (error) {
      const { status, problem } = problemOfMoment(error);
      if ('seconds' in problem) reply.header('retry-after', String(problem.seconds));
      return send(reply, status, { ...again, problems: [problem] });
    }
  }
  const opening = database.transaction(async (tx) => {
    const used = await consumeMailedToken(tx, { purpose: 'confirm_email', token });
    if (!used || !(await confirmEmail(tx, { ...used, actor: actorOf(request) }))) return null;
    return openSession(tx, { person, oldToken: cookie.read(request), ...originOf(request) });
  });
  const session = await opening.catch((error: unknown) => {
    // Somebody signed up with the e-mail at this moment: confirm nothing; the next link goes to the mailbox's owner.
    if (error instanceof PasswordChanged) return null;
    throw error;
  });
  return session === null ? deadLink() : deps.letIn(reply, { token: session, person });
}
