import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from './read-cookie.ts';

/**
 * The cookie that keeps somebody signed in. Over https its name makes browsers refuse it from anybody but this very origin
 * (`__Host-`); on http://localhost, in development, that name is not allowed.
 */
export function createSessionCookie({ dashboardUrl }: { dashboardUrl: string }) {
  const isSecure = dashboardUrl.startsWith('https:');
  const name = isSecure ? '__Host-tessera-session' : 'tessera-session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    read: (request: FastifyRequest): string | null => readCookie(request, name),
    /** Ends with the browser's session, or when the server says so, whichever comes first. */
    write: (reply: FastifyReply, token: string): FastifyReply =>
      reply.header('set-cookie', `${name}=${token}; ${attributes}`),
    clear: (reply: FastifyReply): FastifyReply =>
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
