import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntranceProblem } from './contract.ts';
import { acceptAsNewPerson, acceptInvitation } from '../../../hosts/invitations/accept-invitation.ts';
import { findInvitation, type FoundInvitation } from '../../../hosts/invitations/find-invitation.ts';
import type { HttpServer } from '../../../http/server.ts';
import { findPerson } from '../../../people/find-person.ts';
import { hashPassword } from '../../../people/passwords/password-hash.ts';
import { passwordProblem } from '../../../people/passwords/require-good-password.ts';
import { findSession, renewSession, type Session } from '../../../people/sessions/sessions.ts';
import { openSession } from '../../../people/sign-in/sign-in.ts';
import { signOut } from '../../../people/sign-in/sign-out.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { isSameAddress } from '../../../values/email-address.ts';
import { originOf, type EntranceDeps } from './server/entrance-deps.ts';
import { problemOfMoment, readForm } from './server/read-form.ts';
import { ByToken } from './reset-routes.ts';
import { nameProblems } from './sign-up-routes.ts';
import { owesSecondStep } from '../../../people/factors/second-step.ts';

type Asked = EntranceDeps & { token: string; invitation: FoundInvitation; session: Session | null };

/**
 * The link by which somebody joins a host: with `SIGN_UP=invited` too, since the operator decides about new hosts and an owner about
 * colleagues. If sign-up is closed, it is for people with an account. Opening it changes nothing. Only its holder sees the invitation.
 */
export function registerInvitation(scope: HttpServer, deps: EntranceDeps): void {
  scope.get(ROUTES.entrance.invitationPage.path, { schema: { params: ByToken } }, async (request, reply) => {
    const asked = await ask(request, deps, request.params.token);
    return asked ? sendStep(reply, asked) : sendDead(reply, deps);
  });

  scope.post(
    ROUTES.entrance.answerInvitation.path,
    { schema: { params: ByToken } },
    async (request, reply) => {
      const asked = await ask(request, deps, request.params.token);
      if (!asked) return sendDead(reply, deps);
      try {
        return await answer(request, reply, asked);
      } catch (error) {
        // Somebody was faster, here or elsewhere: show the current state.
        if (!(error instanceof Refusal) || !['not_found', 'sign_in_required'].includes(error.code))
          throw error;
        const now = await ask(request, deps, asked.token);
        return now ? sendStep(reply, now, { status: 409 }) : sendDead(reply, deps);
      }
    },
  );
}

async function ask(request: FastifyRequest, deps: EntranceDeps, token: string): Promise<Asked | null> {
  const { database, cookie } = deps;
  const invitation = await findInvitation(database, token);
  if (!invitation) return null;
  const sessionToken = cookie.read(request);
  const found = sessionToken === null ? null : await findSession(database, sessionToken);
  // A person who still owes the second step is not signed in yet.
  const session = found && !owesSecondStep(found) ? found : null;
  return { ...deps, token, invitation, session };
}

const sendDead = (reply: FastifyReply, { send }: EntranceDeps): Promise<FastifyReply> =>
  send(reply, 404, { about: 'dead_link', link: 'invitation' });

/** The next step for the holder of the link. */
async function sendStep(
  reply: FastifyReply,
  { send, base, token, invitation, session, signUp }: Asked,
  {
    status = 200,
    name = '',
    problems = [],
  }: { status?: number; name?: string; problems?: EntranceProblem[] } = {},
): Promise<FastifyReply> {
  const { hostName, role, email, isKnown } = invitation;
  const about = { about: 'invitation', hostName, role, email, problems } as const;
  if (session && isSameAddress(session.email, email))
    return send(reply, status, { ...about, step: 'accept' });
  if (session) return send(reply, status, { ...about, step: 'other_account', signedInAs: session.email });
  if (isKnown) return send(reply, status, { ...about, step: 'sign_in', next: `${base}/invitation/${token}` });
  if (signUp === 'closed') {
    const closed = { about: 'sign_up_closed', isByInvitation: false } as const;
    return send(reply, 403, { ...closed, invitation: { hostName, email } });
  }
  return send(reply, status, { ...about, step: 'join', name });
}

async function answer(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
  const { database, cookie, base, token, invitation, session } = asked;
  const { email } = invitation;
  if (readForm(request, ['deed']).deed === 'sign_out') {
    const sessionToken = cookie.read(request);
    if (sessionToken !== null)
      await database.transaction((tx) => signOut(tx, { token: sessionToken, ...originOf(request) }));
    return cookie.clear(reply).redirect(`${base}/invitation/${token}`, 303);
  }
  if (session && isSameAddress(session.email, email)) {
    const entered = await database.transaction(async (tx) => {
      const { hostId } = await acceptInvitation(tx, {
        token,
        person: session,
        address: request.clientAddress,
      });
      // New powers, a new token.
      const renewed = await renewSession(tx, { sessionId: session.sessionId, hasPassedFactor: false });
      return { hostId, renewed };
    });
    return cookie.write(reply, entered.renewed).redirect(`${base}/hosts/${entered.hostId}`, 303);
  }
  if (session || invitation.isKnown) return sendStep(reply, asked, { status: 409 });
  if (asked.signUp === 'closed') return sendStep(reply, asked);
  return join(request, reply, asked);
}

/** Somebody new: with a name and a password they are in. */
async function join(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
  const { database, cookie, base, token, invitation } = asked;
  const typed = readForm(request, ['name', 'password']);
  const name = typed.name.trim();
  const about = [invitation.email, name, invitation.hostName];
  const weakness = typed.password === '' ? 'missing' : passwordProblem(typed.password, about);
  const problems: EntranceProblem[] = [
    ...nameProblems('name', name),
    ...(weakness ? [{ field: 'password', what: weakness } as const] : []),
  ];
  if (problems.length > 0) return sendStep(reply, asked, { status: 422, name, problems });
  let passwordHash: string;
  try {
    passwordHash = await hashPassword(typed.password);
  } catch (error) {
    const { status, problem } = problemOfMoment(error);
    return sendStep(reply, asked, { status, name, problems: [problem] });
  }
  const origin = originOf(request);
  const entered = await database.transaction(async (tx) => {
    const { address } = origin;
    const { hostId, personId } = await acceptAsNewPerson(tx, { token, name, passwordHash, address });
    const person = await findPerson(tx, personId);
    if (!person) throw new Error('the person was made a moment ago');
    const session = await openSession(tx, { person, oldToken: cookie.read(request), ...origin });
    return { hostId, person, token: session };
  });
  return asked.letIn(reply, { ...entered, next: `${base}/hosts/${entered.hostId}` });
}
