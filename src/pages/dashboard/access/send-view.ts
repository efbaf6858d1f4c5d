import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageContext, ViewAnswer, ViewName, Views } from '../contract.ts';
import type { Database } from '../../../db/database.ts';
import { listHostsToEnter } from '../../../hosts/support/find-visitors.ts';
import { listVisits } from '../../../hosts/support/list-visits.ts';
import { COUNTRIES, localeOf } from '../../../money/countries.ts';
import { wantsJson } from '../../serving/answer-with-pages.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { mayMember, POWERS, type Power } from '../../../powers.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { LANGUAGE_FACTS } from '../../../values/language.ts';
import { sessionOf } from './find-visitor.ts';
import { readerLanguage } from './reader-language.ts';

export type SendView = <Name extends ViewName>(
  request: FastifyRequest,
  reply: FastifyReply,
  view: { view: Name; data: Views[Name] },
) => Promise<FastifyReply>;

/** One address for a view: a browser gets the page, and the page's script its data. */
export function createSendView(deps: {
  database: Database;
  sendPage: SendPage;
  base: string;
  /** Shown within a page of the dashboard, just as buyers see it. */
  checkoutUrl: string;
  mediaUrl: string;
  signUp: 'open' | 'invited' | 'closed';
}): SendView {
  const { database, sendPage, base } = deps;
  const checkoutOrigin = new URL(deps.checkoutUrl).origin;
  const mediaOrigin = new URL(deps.mediaUrl).origin;
  return async (request, reply, view) => {
    const { personId, email, name, isEmailConfirmed, hasFactor, hasPasskey } = sessionOf(request);
    const { member } = request;
    const language = readerLanguage(request);
    const context: PageContext = {
      base,
      address: request.url.replace(/^\/dashboard/, base),
      language,
      locale: member ? localeOf(language, member.country) : LANGUAGE_FACTS[language].locale,
      person: { email, name, isEmailConfirmed, hasFactor, hasPasskey },
      host: member && {
        hostId: member.hostId,
        name: member.hostName,
        role: member.role,
        isConfirmed: member.isHostConfirmed,
        timezone: COUNTRIES[member.country].timezone,
      },
      powers: member ? (Object.keys(POWERS) as Power[]).filter((power) => mayMember(member, power)) : [],
      hosts: await listHostsToEnter(database, personId),
      support: member ? await showSupport(database, member, email) : [],
      takesNewHosts: deps.signUp === 'open',
    };
    const answer = { ...view, context } as ViewAnswer;
    reply.header('vary', 'Accept, Accept-Language');
    if (wantsJson(request)) return reply.header('cache-control', 'no-store').send(answer);
    return sendPage(reply, {
      page: 'dashboard',
      data: answer,
      status: reply.statusCode,
      isSecret: true,
      policy: { mediaOrigin, formAction: "'self'", frames: ["'self'", checkoutOrigin] },
    });
  };
}

// More supporters than this never look at once.
const MAX_OPEN_VISITS = 10;

/** The banner of every page: for support its own visit, and for owners all that are asked for or under way. */
async function showSupport(
  database: Database,
  member: Member,
  email: string,
): Promise<PageContext['support']> {
  const { hostId, visit } = member;
  if (visit) return [{ visitId: visit.visitId, about: 'yours', email, endsAt: visit.endsAt.toISOString() }];
  if (!mayMember(member, 'team.manage')) return [];
  const visits = await listVisits(database, { hostId, isOpen: true, limit: MAX_OPEN_VISITS });
  return visits.map(({ visitId, state, email: supporter, endsAt }) => ({
    visitId,
    about: state === 'under_way' ? state : 'asked',
    email: supporter,
    endsAt: endsAt.toISOString(),
  }));
}
