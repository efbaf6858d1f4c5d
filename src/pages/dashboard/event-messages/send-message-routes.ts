import assert from 'node:assert/strict';
import { Type } from 'typebox';
import { OneOf } from '../../../http/schema.ts';
import { readMessageEvent } from '../../../messages/compose-message.ts';
import { countRecipients } from '../../../messages/find-recipients.ts';
import { ATTENDANCES, AUDIENCES, MAX_TICKET_TYPES } from '../../../messages/message-fields.ts';
import { MessageSentAlready, sendMessage } from '../../../messages/send-message.ts';
import { resumeMessage, stopMessage } from '../../../messages/stop-message.ts';
import { testMessage, testMessageLimit } from '../../../messages/test-message.ts';
import { countAttempt } from '../../../attempts/count-attempt.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { RecipientCount } from './data.ts';
import { MessageBody, TestBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const ID_CHARACTERS = 36;
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const Choice = Type.Object({
  audience: Type.Optional(OneOf(AUDIENCES)),
  attendance: Type.Optional(OneOf(ATTENDANCES)),
  /** Ids separated by commas; empty: all. */
  types: Type.Optional(
    Type.String({
      maxLength: MAX_TICKET_TYPES * (ID_CHARACTERS + 1),
      pattern: '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(,(?!$)|$))*$',
    }),
  ),
  /** The `next` of an earlier answer. */
  after: Type.Optional(Type.String({ pattern: `^(${UUID}_${UUID})?$` })),
});

/** Counts, tests, sends and stops a message. */
export function registerSendMessage(
  { answer, change }: PageRoutes,
  { database, hostMailsPerDay: mailsPerDay }: Pick<DashboardDeps, 'database' | 'hostMailsPerDay'>,
): void {
  const routes = ROUTES.eventMessages;

  answer(routes.count, { query: Choice }, async ({ params, query }): Promise<RecipientCount> => {
    const { audience = 'holders', attendance = 'all', types = '', after = '' } = query;
    const ticketTypeIds = types === '' ? [] : types.split(',');
    const [ticketTypeId = '', ticketId = ''] = after.split('_');
    const { next, ...counted } = await countRecipients(database, {
      ...params,
      choice: { audience, attendance, ticketTypeIds },
      after: after === '' ? null : { ticketTypeId, ticketId },
    });
    return { ...counted, next: next && `${next.ticketTypeId}_${next.ticketId}` };
  });

  answer(routes.test, { body: TestBody }, async ({ params, actor, body, inChange }) => {
    assert(actor.kind === 'member', 'a test goes to a member');
    await readMessageEvent(database, params);
    await countAttempt(database, [testMessageLimit(actor.personId)]);
    await inChange((tx) => testMessage(tx, { ...body, ...params, actor }));
    return { to: actor.email };
  });

  answer(routes.send, { body: MessageBody, status: 201 }, async ({ params, actor, body, inChange }) => {
    const { messageId, subject, text, ...choice } = body;
    const message = { ...params, actor, mailsPerDay, messageId, subject, text, choice };
    try {
      await inChange((tx) => sendMessage(tx, message));
    } catch (error) {
      if (!(error instanceof MessageSentAlready)) throw error;
    }
    return { messageId };
  });

  change(routes.stop, {}, stopMessage);
  change(routes.resume, {}, resumeMessage);
}
