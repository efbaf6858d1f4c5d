import assert from 'node:assert/strict';
import { Type } from 'typebox';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { readMessageEvent } from '../../../messages/compose-message.ts';
import { countRecipients } from '../../../messages/find-recipients.ts';
import { ATTENDANCES, AUDIENCES, MAX_TICKET_TYPES } from '../../../messages/message-fields.ts';
import { MessageSentAlready, sendMessage } from '../../../messages/send-message.ts';
import { resumeMessage, stopMessage } from '../../../messages/stop-message.ts';
import { testMessage, testMessageLane } from '../../../messages/test-message.ts';
import { takeAttempt } from '../../../people/attempts/take-attempt.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import type { RecipientCount } from './data.ts';
import { MessageBody, TestBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByMessage = Type.Object({ hostId: Id(), eventId: Id(), messageId: Id() });
const ID_CHARACTERS = 36;
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const Choice = Type.Object({
  audience: Type.Optional(OneOf(AUDIENCES)),
  attendance: Type.Optional(OneOf(ATTENDANCES)),
  /** Ids with commas between them; empty: all. */
  types: Type.Optional(
    Type.String({
      maxLength: MAX_TICKET_TYPES * (ID_CHARACTERS + 1),
      pattern: '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(,(?!$)|$))*$',
    }),
  ),
  /** The `next` of an earlier answer. */
  after: Type.Optional(Type.String({ pattern: `^(${UUID}_${UUID})?$` })),
});

/** A message is counted, tried, sent, and stopped. */
export function registerSendMessage(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, hostMailsPerDay } = deps;
  const { count, send, test, stop, resume } = ROUTES.eventMessages;

  scope.get(
    count.path,
    { schema: { params: ByEvent, querystring: Choice } },
    async (request): Promise<RecipientCount> => {
      const { audience = 'holders', attendance = 'all', types = '', after = '' } = request.query;
      const ticketTypeIds = types === '' ? [] : types.split(',');
      const [ticketTypeId = '', ticketId = ''] = after.split('_');
      const { next, ...counted } = await countRecipients(database, {
        hostId: memberOf(request).hostId,
        eventId: request.params.eventId,
        choice: { audience, attendance, ticketTypeIds },
        after: after === '' ? null : { ticketTypeId, ticketId },
      });
      return { ...counted, next: next && `${next.ticketTypeId}_${next.ticketId}` };
    },
  );

  scope.post(test.path, { schema: { params: ByEvent, body: TestBody } }, async (request) => {
    const { hostId } = memberOf(request);
    const actor = actorOf(request);
    assert(actor.kind === 'member', 'a test goes to a member');
    const { eventId } = request.params;
    await readMessageEvent(database, { hostId, eventId });
    await takeAttempt(database, [testMessageLane(actor.personId)]);
    await change(request, (tx) => testMessage(tx, { hostId, eventId, actor, ...request.body }));
    return { to: actor.email };
  });

  scope.post(send.path, { schema: { params: ByEvent, body: MessageBody } }, async (request, reply) => {
    const { messageId, subject, text, ...choice } = request.body;
    const input = {
      hostId: memberOf(request).hostId,
      eventId: request.params.eventId,
      actor: actorOf(request),
      mailsPerDay: hostMailsPerDay,
      messageId,
      subject,
      text,
      choice,
    };
    try {
      await change(request, (tx) => sendMessage(tx, input));
    } catch (error) {
      if (!(error instanceof MessageSentAlready)) throw error;
    }
    return reply.code(201).send({ messageId });
  });

  for (const [route, act] of [
    [stop, stopMessage],
    [resume, resumeMessage],
  ] as const)
    scope.post(route.path, { schema: { params: ByMessage } }, async (request) => {
      const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
      await change(request, (tx) => act(tx, which));
      return { messageId: which.messageId };
    });
}
