import type { FastifyRequest } from 'fastify';
import { preferredLanguage, readLanguage, type Language } from '../../values/language.ts';

export function queryOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at));
}

export const languageOf = (request: FastifyRequest): Language =>
  pageLanguage(queryOf(request), request.headers['accept-language']);

/** The language that the page speaks, and in which its orders are written about: what `?lang=` says, or the browser. */
export function pageLanguage(query: URLSearchParams, acceptLanguage: string | undefined): Language {
  return readLanguage(query.get('lang')) ?? preferredLanguage(acceptLanguage);
}
