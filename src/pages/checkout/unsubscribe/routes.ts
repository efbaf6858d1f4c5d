import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../../db/database.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { Subscription } from '../../../unsubscribing/unsubscribe-token.ts';
import {
  isUnsubscribed,
  subscribeAgain,
  unsubscribe,
  type Unsubscribing,
} from '../../../unsubscribing/unsubscribing.ts';
import { languageOf } from '../embed/server/page-query.ts';
import type { SendPage } from '../../serving/send-page.ts';

type Deps = { database: Database; unsubscribing: Unsubscribing; sendPage: SendPage };
type Found = { subscription: Subscription; hostName: string };

const schema = { params: Type.Object({ token: Type.String({ maxLength: 100 }) }) };

/**
 * Ends mails that nobody needs for their tickets. A GET changes nothing. A POST is the page's button, or a mail program that acts for its
 * reader (RFC 8058), which sends a form of either kind.
 */
export async function registerUnsubscribe(http: HttpServer, deps: Deps): Promise<void> {
  const { database } = deps;
  await http.register(async (pages: HttpServer) => {
    takeOneClick(pages);

    pages.get(ROUTES.unsubscribe.page.path, { schema }, async (request, reply) => {
      const found = await find(deps, request.params.token);
      if (!found) return send(deps, { request, reply, found, about: 'gone' });
      const isDone = await isUnsubscribed(database, found.subscription);
      return send(deps, { request, reply, found, about: isDone ? 'done' : 'ask' });
    });

    pages.post(ROUTES.unsubscribe.end.path, { schema }, async (request, reply) => {
      const found = await find(deps, request.params.token);
      if (!found) return send(deps, { request, reply, found, about: 'gone' });
      const isUndone = isUndo(request.body);
      await (isUndone ? subscribeAgain : unsubscribe)(database, found.subscription);
      return send(deps, { request, reply, found, about: isUndone ? 'ask' : 'done' });
    });
  });
}

const isUndo = (body: unknown): boolean =>
  typeof body === 'string' && new URLSearchParams(body).get('List-Unsubscribe') === 'Undo';

/** The form says nothing more than the address does, so a form of parts is not taken apart. */
function takeOneClick(scope: HttpServer): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => String(body),
  );
}

async function find({ database, unsubscribing }: Deps, token: string): Promise<Found | null> {
  const subscription = unsubscribing.read(token);
  if (!subscription) return null;
  const { rows } = await database.query<{ name: string }>('SELECT name FROM hosts WHERE id = $1', [
    subscription.hostId,
  ]);
  return rows[0] ? { subscription, hostName: rows[0].name } : null;
}

async function send(
  { sendPage }: Deps,
  {
    request,
    reply,
    found,
    about,
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    found: Found | null;
    about: 'ask' | 'done' | 'gone';
  },
): Promise<FastifyReply> {
  const language = languageOf(request);
  return sendPage(reply, {
    page: 'unsubscribe',
    status: found ? 200 : 404,
    data:
      found && about !== 'gone'
        ? { about, language, hostName: found.hostName, kind: found.subscription.kind }
        : { about: 'gone', language },
    policy: { formAction: "'self'" },
    isSecret: true,
  });
}
