import { Type } from 'typebox';
import { writeCsv } from '../../../csv/write-csv.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import { giveTickets } from '../../../orders/give-tickets.ts';
import { GUEST_COLUMNS, readGuestList } from '../../../orders/guest-lists/read-guest-list.ts';
import { sendGuestList } from '../../../orders/guest-lists/send-guest-list.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { sendList } from '../access/send-list.ts';
import type { GivenTickets, GuestListPreview, SentGuestList } from './data.ts';
import { CheckGuestListBody, GiveBody, SendGuestListBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** Tickets for nothing: for one guest, or for a list of them. */
export function registerGive(scope: HttpServer, deps: DashboardDeps): void {
  const { change, hostMailsPerDay: mailsPerDay } = deps;
  registerGuestList(scope, deps);

  scope.post(
    ROUTES.eventGuests.give.path,
    { schema: { params: ByEvent, body: GiveBody } },
    async (request, reply) => {
      const { hostId } = memberOf(request);
      const { sendsMail, requestKey, ...gift } = request.body;
      const { reference } = await change(request, (tx) =>
        giveTickets(tx, {
          hostId,
          eventId: request.params.eventId,
          actor: actorOf(request),
          gift,
          sendsMail,
          requestKey,
          mailsPerDay,
        }),
      );
      const given: GivenTickets = { reference };
      return reply.code(201).send(given);
    },
  );
}

function registerGuestList(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, hostMailsPerDay: mailsPerDay } = deps;
  const { checkList, sendList: send, template } = ROUTES.eventGuests;

  scope.post(
    checkList.path,
    { schema: { params: ByEvent, body: CheckGuestListBody } },
    async (request): Promise<GuestListPreview> => {
      const member = memberOf(request);
      const { eventId } = request.params;
      await loadEvent(database, member, eventId);
      const { text } = request.body;
      const { preview } = await readGuestList(database, { hostId: member.hostId, eventId, text });
      return { preview };
    },
  );

  scope.post(send.path, { schema: { params: ByEvent, body: SendGuestListBody } }, async (request, reply) => {
    const member = memberOf(request);
    const { hostId } = member;
    const { eventId } = request.params;
    const { text, sendsMail, guestNote } = request.body;
    await loadEvent(database, member, eventId);
    const sent: SentGuestList = await change(request, async (tx) => {
      const { gifts, isGood } = await readGuestList(tx, { hostId, eventId, text, guestNote });
      if (!isGood)
        throw new Refusal('validation_failed', 'The list has mistakes: look at it again.', { field: 'text' });
      return sendGuestList(tx, { hostId, eventId, actor: actorOf(request), gifts, sendsMail, mailsPerDay });
    });
    return reply.code(201).send(sent);
  });

  scope.get(template.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    await loadEvent(database, member, eventId);
    const types = await listTicketTypes(database, { hostId: member.hostId, eventId });
    const name = types.find(({ kind }) => kind === 'GENERAL')?.name ?? '';
    return sendList(
      reply,
      'guests',
      writeCsv(GUEST_COLUMNS, [
        ['Ada', 'Obi', 'ada@example.com', name, 1, 'en', 'See you there!'],
        ['Jean', 'Mbarga', 'jean@example.com', name, 2, 'fr', ''],
      ]),
    );
  });
}
