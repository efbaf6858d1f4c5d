import type { FastifyRequest } from 'fastify';

/** The value of a cookie as the browser sent it; null if it sent none. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const cookies = (request.headers.cookie ?? '').split(/; */);
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}
