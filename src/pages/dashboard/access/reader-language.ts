import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Member } from '../../../hosts/members/find-member.ts';
import {
  DASHBOARD_LANGUAGES,
  preferredLanguage,
  readLanguage,
  type Language,
} from '../../../values/language.ts';
import { queryOf } from '../../serving/page-language.ts';
import { readCookie } from './read-cookie.ts';

const COOKIE = 'tessera-language';
const KEPT_SECONDS = 180 * 24 * 60 * 60;

/** A member, and the language that the member reads. */
export type Reader = Member & { language: Language };

/** The language of whoever reads: the person's choice, or else the browser's. */
export const readerLanguage = (request: FastifyRequest): Language =>
  readLanguage(request.session?.language ?? null, DASHBOARD_LANGUAGES) ?? browserLanguage(request);

/** As the switch of the pages before the dashboard said in this browser, or as the browser asks for. */
export const browserLanguage = (request: FastifyRequest): Language =>
  readLanguage(queryOf(request).get('lang'), DASHBOARD_LANGUAGES) ??
  readLanguage(readCookie(request, COOKIE), DASHBOARD_LANGUAGES) ??
  preferredLanguage(request.headers['accept-language'], DASHBOARD_LANGUAGES);

/** Remembers the switch: a form is sent without it, and mails lead to other pages. */
export function keepChosenLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const chosen = readLanguage(queryOf(request).get('lang'), DASHBOARD_LANGUAGES);
  if (chosen !== null)
    reply.header(
      'set-cookie',
      `${COOKIE}=${chosen}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax`,
    );
}
