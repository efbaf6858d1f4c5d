import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from './read-cookie.ts';

/**
 * The cookie of a session. Over https its name (`__Host-`) makes browsers refuse it from any other origin; that name is not allowed on
 * http://localhost, in development.
 */
export function createSessionCookie({ dashboardUrl }: { dashboardUrl: string }) {
  const isSecure = dashboardUrl.startsWith('https:');
  const name = isSecure ? '__Host-tessera-session' : 'tessera-session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    read: (request: FastifyRequest): string | null => readCookie(request, name),
    /** Ends with the browser's session, or earlier if the server ends it. */
    write: (reply: FastifyReply, token: string): FastifyReply =>
      reply.header('set-cookie', `${name}=${token}; ${attributes}`),
    clear: (reply: FastifyReply): FastifyReply =>
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
