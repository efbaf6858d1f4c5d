import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { EntranceProblem } from './contract.ts';
import { signUp } from '../../../hosts/sign-up.ts';
import { limitAddress } from '../../../http/client-address.ts';
import type { HttpServer } from '../../../http/server.ts';
import { COUNTRIES, COUNTRY_CHOICES, type Country } from '../../../money/countries.ts';
import { mailToPersonLimit, signUpLimits } from '../../../attempts/attempt-limits.ts';
import { countAttempt, tryAttempt } from '../../../attempts/count-attempt.ts';
import { hashPassword } from '../../../people/passwords/password-hash.ts';
import { passwordProblem } from '../../../people/passwords/require-good-password.ts';
import { ROUTES } from '../../../routes.ts';
import { comparableAddress } from '../../../values/email-address.ts';
import { isPersonName } from '../../../values/person-name.ts';
import { actorOf } from '../access/find-visitor.ts';
import { answerInEqualTime } from './server/answer-in-equal-time.ts';
import type { EntranceDeps } from './server/entrance-deps.ts';
import { emailProblems, problemOfMoment, readForm } from './server/read-form.ts';

// As in the database.
const MAX_NAME_CHARACTERS = 200;
const EMPTY = { hostName: '', country: '', name: '', email: '' };

const countries = COUNTRY_CHOICES;

/** Identifies the browser that signed up, by the account at that time. A later sign-up with the same e-mail changes it. */
export const signUpProof = (account: { personId: string; passwordHash: string }): string =>
  `${account.personId} ${account.passwordHash}`;

/** A host, its owner, and a link in an e-mail. The answer is the same whether the e-mail has an account or not. */
export function registerSignUp(scope: HttpServer, deps: EntranceDeps): void {
  const { send, signUp: who, signUps, mailboxUrl } = deps;
  const closed = { about: 'sign_up_closed', isByInvitation: who === 'invited', invitation: null } as const;

  scope.get(ROUTES.entrance.signUpPage.path, async (_request, reply) =>
    who === 'open'
      ? send(reply, 200, { about: 'sign_up', typed: EMPTY, countries, problems: [] })
      : send(reply, 403, closed),
  );

  scope.post(ROUTES.entrance.signUp.path, async (request, reply) => {
    if (who !== 'open') return send(reply, 403, closed);
    const { password, typed, problems } = readSignUp(request);
    const again = { about: 'sign_up', typed, countries } as const;
    if (problems.length > 0) return send(reply, 422, { ...again, problems });
    try {
      const proof = await answerInEqualTime(() => takeSignUp(request, deps, { ...typed, password }));
      signUps.write(reply, proof);
    } catch (error) {
      const { status, problem } = problemOfMoment(error);
      if ('seconds' in problem) reply.header('retry-after', String(problem.seconds));
      return send(reply, status, { ...again, problems: [problem] });
    }
    return send(reply, 200, { about: 'mail_sent', link: 'confirm', email: typed.email, mailboxUrl });
  });
}

/** Returns the browser's mark; if the e-mail has an account already, one that opens nothing. */
async function takeSignUp(
  request: FastifyRequest,
  { database, change, secretKeys }: EntranceDeps,
  typed: typeof EMPTY & { password: string },
): Promise<string> {
  await countAttempt(database, signUpLimits(limitAddress(request.clientAddress)));
  const passwordHash = await hashPassword(typed.password);
  const mayMail = await tryAttempt(database, [mailToPersonLimit(comparableAddress(typed.email))]);
  const { hostName, name, email } = typed;
  const country = typed.country as Country;
  const actor = actorOf(request);
  const personId = await change(request, (tx) =>
    signUp(tx, secretKeys, { hostName, country, name, email, passwordHash, mayMail, actor }),
  );
  return signUpProof({ personId: personId ?? randomUUID(), passwordHash });
}

function readSignUp(request: FastifyRequest) {
  const { password, ...rest } = readForm(request, ['hostName', 'country', 'name', 'email', 'password']);
  const typed = {
    hostName: rest.hostName.trim(),
    country: rest.country,
    name: rest.name.trim(),
    email: rest.email.trim(),
  };
  const about = [typed.email, typed.name, typed.hostName];
  const problem = password === '' ? 'missing' : passwordProblem(password, about);
  const isCountry = Object.hasOwn(COUNTRIES, typed.country);
  const problems: EntranceProblem[] = [
    ...nameProblems('hostName', typed.hostName),
    ...(isCountry ? [] : [{ field: 'country', what: 'missing' } as const]),
    ...nameProblems('name', typed.name),
    ...emailProblems(typed.email),
    ...(problem ? [{ field: 'password', what: problem } as const] : []),
  ];
  return { password, typed, problems };
}

/** Both names appear in mails to others, so they must not contain links. */
export function nameProblems(field: 'hostName' | 'name', text: string): EntranceProblem[] {
  if (text === '') return [{ field, what: 'missing' }];
  return isPersonName(text) && text.length <= MAX_NAME_CHARACTERS ? [] : [{ field, what: 'not_a_name' }];
}
