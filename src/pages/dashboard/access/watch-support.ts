import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { noteLook } from '../../../hosts/support/note-look.ts';
import type { HttpServer } from '../../../http/server.ts';
import { HOST } from '../../../routes/route.ts';
import { actorOf } from './find-visitor.ts';

/**
 * Support gets no page before it is in the host's audit log, and none after its visit has ended. So an answer is looked at when it is ready;
 * a stream, which has no such moment, before it begins.
 */
export function watchSupport(scope: HttpServer, database: Database): void {
  const note = async (request: FastifyRequest): Promise<void> => {
    const { member } = request;
    if (!member?.visit) return;
    const { hostId, visit } = member;
    const { eventId = null } = request.params as { eventId?: string };
    const page = pageOf(request);
    await noteLook(database, { hostId, visitId: visit.visitId, actor: actorOf(request), page, eventId });
  };
  scope.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.route?.isStream) await note(request);
  });
  scope.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) return;
    try {
      await note(request);
    } catch (error) {
      // The page about it shows nothing of the host.
      request.member = null;
      throw error;
    }
  });
}

/** The page below the host, as its route writes it: however the address was written, a page has one name. */
function pageOf({ routeOptions, params }: FastifyRequest): string {
  const path = routeOptions.config.route?.path.slice(HOST.length) || '/';
  const ids = params as Record<string, string>;
  return path.replaceAll(/:(\w+)/g, (_, name: string) => (ids[name] ?? '').toLowerCase());
}
