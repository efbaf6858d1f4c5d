import type { FastifyRequest } from 'fastify';
import assert from 'node:assert/strict';
import type { Actor } from '../../../audit/actor.ts';
import type { Database } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { noteSeen } from '../../../hosts/members/note-seen.ts';
import { findVisitor as findVisitorOf } from '../../../hosts/support/find-visitors.ts';
import type { ClientAddress } from '../../../http/client-address.ts';
import type { HttpServer } from '../../../http/server.ts';
import { findSession, type Session } from '../../../people/sessions/sessions.ts';
import { demandsFactor, mayMember } from '../../../powers.ts';
import { Refusal } from '../../../refusal.ts';
import type { Route } from '../../../routes.ts';
import { isUuid } from '../../../values/is-uuid.ts';
import { readerLanguage, type Reader } from './reader-language.ts';
import type { SessionCookie } from './session-cookie.ts';
import { owesSecondStep, secondStepRequired } from '../../../people/factors/second-step.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    member: Member | null;
    /** The address that the request comes from. */
    clientAddress: string;
  }
}

type Deps = {
  database: Database;
  cookie: SessionCookie;
  clientAddress: ClientAddress;
  isProduction: boolean;
};

/** Not signed in. */
export function decorateVisitor(scope: HttpServer): void {
  scope.decorateRequest('session', null);
  scope.decorateRequest('member', null);
  scope.decorateRequest('clientAddress', '');
}

/** Finds the person of a request and checks their permission, for every route, by the rules in the table of routes. */
export function findVisitor(scope: HttpServer, deps: Deps): void {
  decorateVisitor(scope);
  scope.addHook('onRoute', ({ config }) => {
    const route = config?.route;
    if (!route) return;
    const namesHost = route.path.includes('/:hostId');
    assert(
      namesHost === (route.power !== null),
      `${route.path}: a host's route needs a power, and no other route has one`,
    );
    assert(route.power === null || route.calledWith === 'session', `${route.path}: a power is a member's`);
  });
  scope.addHook('onRequest', async (request) => {
    request.clientAddress = deps.clientAddress(request.raw);
    const { route } = request.routeOptions.config;
    if (route?.calledWith !== 'session' && route?.calledWith !== 'unfinished session') return;
    const session = await requireSession(request, deps);
    request.session = session;
    if (route.calledWith === 'unfinished session') return;
    requirePassedFactor(session);
    if (route.power !== null) request.member = await requireMember(request, session, route, deps);
    if (route.needsSecondStep) requireFreshFactor(session);
    if (request.member?.memberId) await noteSeen(deps.database, request.member.memberId);
  });
}

async function requireSession(request: FastifyRequest, { database, cookie }: Deps): Promise<Session> {
  const token = cookie.read(request);
  const session = token === null ? null : await findSession(database, token);
  if (!session)
    throw new Refusal('sign_in_required', 'Sign in: you are not signed in, or your session has ended.');
  return session;
}

async function requireMember(
  request: FastifyRequest,
  session: Session,
  route: Route,
  { database, isProduction }: Deps,
): Promise<Member> {
  const { hostId = '', eventId } = request.params as { hostId?: string; eventId?: string };
  const member = isUuid(hostId)
    ? await findVisitorOf(database, { hostId, personId: session.personId })
    : null;
  if (!member) throw new Refusal('not_found', 'There is no such host, or you are not a member of it.');
  if (eventId !== undefined && member.eventIds && !member.eventIds.includes(eventId)) {
    throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  }
  // Kept even if the rest is refused: the error page names the host.
  request.member = member;
  requirePower(session, member, { ...route, isProduction });
  return member;
}

/** The conditions for a member and for support, checked for each request, and repeatedly for streams. */
export function requirePower(
  session: Session,
  member: Member,
  { method, power, isProduction }: Pick<Route, 'method' | 'power'> & { isProduction: boolean },
): void {
  requirePassedFactor(session);
  if (member.isHostSuspended) {
    throw new Refusal('host_suspended', 'This host is suspended: contact the operator of this service.');
  }
  if (member.visit) requireReader(session, method);
  if (isProduction && !session.hasFactor && demandsFactor(member.role)) {
    throw factorRequired(
      'Owners, managers and finance members need a second factor: set up an authenticator app or a passkey first.',
    );
  }
  if (power === null || !mayMember(member, power)) {
    throw new Refusal(
      'not_allowed',
      member.visit
        ? 'Support can’t see this page.'
        : `Your role in this host (${member.role}) does not include this.`,
    );
  }
}

/** Support reads, and always with a second factor. */
function requireReader(session: Session, method: Route['method']): void {
  if (!session.hasFactor)
    throw factorRequired('Support needs a second factor: set up an authenticator app or a passkey first.');
  if (method !== 'GET')
    throw new Refusal(
      'not_allowed',
      'You see this dashboard as support: you can read, but not change anything.',
    );
}

function requirePassedFactor(session: Session): void {
  if (owesSecondStep(session)) throw secondStepRequired();
}

function requireFreshFactor(session: Session): void {
  if (!session.hasFactor) {
    throw factorRequired('This needs a second factor: set up an authenticator app or a passkey first.');
  }
  if (!session.isFactorFresh) throw secondStepRequired();
}

const factorRequired = (message: string): Refusal => new Refusal('factor_required', message);

export function sessionOf(request: FastifyRequest): Session {
  assert(request.session, 'the route was reached without a session');
  return request.session;
}

export function memberOf(request: FastifyRequest): Reader {
  assert(request.member, 'the route was reached without a member');
  return { ...request.member, language: readerLanguage(request) };
}

/** The actor, as the audit log records them. */
export function actorOf(request: FastifyRequest): Actor {
  const { session, member, clientAddress: address } = request;
  if (!session) return { kind: 'stranger', address };
  const { personId, email } = session;
  return { kind: 'member', personId, email, role: member?.role ?? null, address };
}
