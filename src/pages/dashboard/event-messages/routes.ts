import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { readMessageEvent } from '../../../messages/compose-message.ts';
import {
  findMessage,
  listFailedMails,
  listMessages,
  listTicketTypes,
  type Message,
} from '../../../messages/list-messages.ts';
import { MESSAGES_A_DAY, readAllowance, type Allowance } from '../../../messages/message-limits.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { memberOf } from '../access/find-visitor.ts';
import type { NewMessageView, ShownAllowance, ShownMessage } from './data.ts';
import { registerShownMessages } from './shown-messages-routes.ts';
import { registerSendMessage } from './send-message-routes.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByMessage = Type.Object({ hostId: Id(), eventId: Id(), messageId: Id() });
const Cursor = Type.Object({ cursor: Type.Optional(Id()) });
const From = Type.Object({ from: Type.Optional(Id()) });

const PAGE = 50;

/** What the holders of an event's tickets are told. */
export async function registerEventMessages(scope: HttpServer, deps: DashboardDeps): Promise<void> {
  const { database, sendView } = deps;
  const { view, one } = ROUTES.eventMessages;
  registerNewMessage(scope, deps);
  registerSendMessage(scope, deps);
  await registerShownMessages(scope, deps);

  scope.get(view.path, { schema: { params: ByEvent, querystring: Cursor } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { hostId: member.hostId, eventId: request.params.eventId };
    const { event } = await loadEvent(database, member, which.eventId);
    const { messages, nextCursor } = await listMessages(database, {
      ...which,
      limit: PAGE,
      cursor: request.query.cursor ?? null,
    });
    const allowance = showAllowance(await readAllowance(database, which));
    return sendView(request, reply, {
      view: 'eventMessages',
      data: { event, messages: messages.map(showMessage), nextCursor, allowance },
    });
  });

  scope.get(one.path, { schema: { params: ByMessage, querystring: Cursor } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId, messageId } = request.params;
    const { event } = await loadEvent(database, member, eventId);
    const message = await findMessage(database, { hostId: member.hostId, eventId, messageId });
    const { failed, nextCursor } = await listFailedMails(database, {
      messageId,
      limit: PAGE,
      cursor: request.query.cursor ?? null,
    });
    return sendView(request, reply, {
      view: 'eventMessage',
      data: { event, message: showMessage(message), failures: failed, nextCursor },
    });
  });
}

function registerNewMessage(scope: HttpServer, { database, sendView }: DashboardDeps): void {
  const { newView } = ROUTES.eventMessages;
  scope.get(newView.path, { schema: { params: ByEvent, querystring: From } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { hostId: member.hostId, eventId: request.params.eventId };
    const { event } = await loadEvent(database, member, which.eventId);
    const { from } = request.query;
    const [ticketTypes, allowance, { host }, earlier] = await Promise.all([
      listTicketTypes(database, which),
      readAllowance(database, which),
      readMessageEvent(database, which),
      from === undefined ? null : findMessage(database, { ...which, messageId: from }),
    ]);
    return sendView(request, reply, {
      view: 'newMessage',
      data: {
        event,
        ticketTypes,
        allowance: showAllowance(allowance),
        messageId: randomUUIDv7(),
        replyTo: host.contactEmail,
        initial: beginWith(earlier),
      },
    });
  });
}

const beginWith = (earlier: Message | null): NewMessageView['initial'] => ({
  subject: earlier?.subject ?? '',
  text: earlier?.text ?? '',
  audience: earlier?.audience ?? 'holders',
  attendance: earlier?.attendance ?? 'all',
  ticketTypeIds: earlier?.ticketTypes.map(({ id }) => id) ?? [],
});

const iso = (at: Date | null): string | null => at && at.toISOString();

function showMessage({ text: _text, ...message }: Message): ShownMessage {
  return {
    ...message,
    createdAt: message.createdAt.toISOString(),
    stoppedAt: iso(message.stoppedAt),
    finishedAt: iso(message.finishedAt),
  };
}

const showAllowance = ({ limit, left, againAt }: Allowance): ShownAllowance => ({
  limit,
  left,
  most: MESSAGES_A_DAY[limit],
  againAt: iso(againAt),
});
