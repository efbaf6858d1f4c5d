import { randomUUIDv7 } from 'node:crypto';
import { Type } from 'typebox';
import { readAutomaticMails } from '../../../automatic-mails/read-automatic-mails.ts';
import { Id } from '../../../http/schema.ts';
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
import type { NewMessageView, ShownAllowance, ShownMessage } from './data.ts';
import { registerAutomaticMails, showAutomatic } from './automatic-mail-routes.ts';
import { registerShownMessages } from './shown-messages-routes.ts';
import { registerSendMessage } from './send-message-routes.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const Cursor = Type.Object({ cursor: Type.Optional(Id()) });
const From = Type.Object({ from: Type.Optional(Id()) });

const PAGE = 50;

/** The messages to an event's ticket holders. */
export async function registerEventMessages(
  pages: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'hostMailsPerDay' | 'checkoutUrl' | 'unsubscribing'>,
): Promise<void> {
  const { view } = pages;
  const { database } = deps;
  const routes = ROUTES.eventMessages;
  registerSendMessage(pages, deps);
  await registerAutomaticMails(pages, deps);
  await registerShownMessages(pages, deps);

  view(routes.view, { shows: 'eventMessages', query: Cursor }, async ({ member, params, query }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const { messages, nextCursor } = await listMessages(database, {
      ...params,
      limit: PAGE,
      cursor: query.cursor ?? null,
    });
    const allowance = showAllowance(await readAllowance(database, params));
    const automatic = (await readAutomaticMails(database, params)).map(showAutomatic);
    return { event, automatic, messages: messages.map(showMessage), nextCursor, allowance };
  });

  view(routes.one, { shows: 'eventMessage', query: Cursor }, async ({ member, params, query }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const message = await findMessage(database, params);
    const { failed, nextCursor } = await listFailedMails(database, {
      messageId: params.messageId,
      limit: PAGE,
      cursor: query.cursor ?? null,
    });
    return { event, message: showMessage(message), failures: failed, nextCursor };
  });

  view(routes.newView, { shows: 'newMessage', query: From }, async ({ member, params, query: { from } }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const [ticketTypes, allowance, { host }, earlier] = await Promise.all([
      listTicketTypes(database, params),
      readAllowance(database, params),
      readMessageEvent(database, params),
      from === undefined ? null : findMessage(database, { ...params, messageId: from }),
    ]);
    return {
      event,
      ticketTypes,
      allowance: showAllowance(allowance),
      messageId: randomUUIDv7(),
      replyTo: host.contactEmail,
      initial: beginWith(earlier),
    };
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
