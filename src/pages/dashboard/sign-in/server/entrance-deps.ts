import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntrancePage } from '../contract.ts';
import { limitAddress } from '../../../../http/client-address.ts';
import { signInLimits, type AttemptLimit } from '../../../../attempts/attempt-limits.ts';
import type { Person } from '../../../../people/find-person.ts';
import { comparableAddress } from '../../../../values/email-address.ts';
import { queryOf } from '../../../serving/page-language.ts';
import type { DashboardDeps } from '../../access/dashboard-deps.ts';
import { keepChosenLanguage, readerLanguage } from '../../access/reader-language.ts';
import { nextPath } from '../next-path.ts';
import { createSignedCookie } from './signed-cookie.ts';

// A browser that signed in is remembered for so long.
const DEVICE_DAYS = 180;
// As long as the link that confirms the e-mail.
const SIGN_UP_DAYS = 1;
const A_DAY_SECONDS = 24 * 60 * 60;

type About = EntrancePage extends infer Page
  ? Page extends EntrancePage
    ? Omit<Page, 'language' | 'query' | 'base' | 'canSignUp'>
    : never
  : never;

/** The deps that the pages before the dashboard need. */
export type BeforeEntrance = Pick<
  DashboardDeps,
  | 'database'
  | 'change'
  | 'cookie'
  | 'base'
  | 'sendPage'
  | 'signUp'
  | 'mailboxUrl'
  | 'secretKeys'
  | 'dashboardUrl'
>;

/** Adds the sending of pages, and the browser's cookies. */
export function createEntranceDeps(deps: BeforeEntrance) {
  const { sendPage, base, cookie, signUp } = deps;
  const devices = createSignedCookie({
    ...deps,
    name: 'tessera-device',
    purpose: 'devices',
    maxAgeSeconds: DEVICE_DAYS * A_DAY_SECONDS,
  });
  const signUps = createSignedCookie({
    ...deps,
    name: 'tessera-sign-up',
    purpose: 'sign-ups',
    maxAgeSeconds: SIGN_UP_DAYS * A_DAY_SECONDS,
  });
  return {
    ...deps,
    signUps,
    send: (reply: FastifyReply, status: number, about: About): Promise<FastifyReply> => {
      const { request } = reply;
      keepChosenLanguage(request, reply);
      // An answer to a form has an address that can't be opened, so it offers no other language. Nor does a refusal: it tells nothing apart.
      const query = request.method === 'GET' && status === 200 ? queryOf(request).toString() : null;
      return sendPage(reply, {
        page: 'entrance',
        status,
        data: { language: readerLanguage(request), query, base, canSignUp: signUp === 'open', ...about },
        policy: { formAction: "'self'" },
        referrerPolicy: 'same-origin',
        isSecret: true,
      });
    },
    /** The attempt limits for this browser's guesses at the account. */
    limitsOf: (request: FastifyRequest, email: string): AttemptLimit[] =>
      signInLimits({
        email: comparableAddress(email),
        address: limitAddress(request.clientAddress),
        deviceId: devices.read(request, comparableAddress(email)),
      }),
    /** Signs the person in, or leads to the second step if there is one. */
    letIn(
      reply: FastifyReply,
      { token, person, next }: { token: string; person: Person; next?: string },
    ): FastifyReply {
      cookie.write(reply, token);
      devices.write(reply, comparableAddress(person.email));
      const onwards = nextPath(base, next);
      const to = person.hasFactor ? `${base}/second-step?next=${encodeURIComponent(onwards)}` : onwards;
      return reply.redirect(to, 303);
    },
  };
}

export type EntranceDeps = ReturnType<typeof createEntranceDeps>;

export const originOf = (request: FastifyRequest): { address: string; userAgent: string } => ({
  address: request.clientAddress,
  userAgent: request.headers['user-agent'] ?? '',
});
