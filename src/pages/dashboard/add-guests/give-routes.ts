import { writeCsv } from '../../../csv/write-csv.ts';
import { listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import { giveTickets } from '../../../orders/give-tickets.ts';
import { GUEST_COLUMNS, readGuestList } from '../../../orders/guest-lists/read-guest-list.ts';
import { sendGuestList } from '../../../orders/guest-lists/send-guest-list.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { sendList } from '../access/send-list.ts';
import type { GivenTickets, GuestListPreview, SentGuestList } from './data.ts';
import { CheckGuestListBody, GiveBody, SendGuestListBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Free tickets for one guest, or for a list of them. */
export function registerGive(
  { answer, change }: PageRoutes,
  { database, hostMailsPerDay: mailsPerDay }: Pick<DashboardDeps, 'database' | 'hostMailsPerDay'>,
): void {
  const routes = ROUTES.eventGuests;

  change(routes.give, { body: GiveBody, status: 201 }, async (tx, input): Promise<GivenTickets> => {
    const { hostId, eventId, actor, sendsMail, requestKey, ...gift } = input;
    const given = { hostId, eventId, actor, gift, sendsMail, requestKey, mailsPerDay };
    const { reference } = await giveTickets(tx, given);
    return { reference };
  });

  answer(
    routes.checkList,
    { body: CheckGuestListBody },
    async ({ member, params, body }): Promise<GuestListPreview> => {
      await loadEvent(database, member, params.eventId);
      const { preview } = await readGuestList(database, { ...params, text: body.text });
      return { preview };
    },
  );

  answer(
    routes.sendList,
    { body: SendGuestListBody, status: 201 },
    async ({ member, params, actor, body, inChange }): Promise<SentGuestList> => {
      const { text, sendsMail, guestNote } = body;
      await loadEvent(database, member, params.eventId);
      return inChange(async (tx) => {
        const { gifts, isGood } = await readGuestList(tx, { ...params, text, guestNote });
        if (!isGood)
          throw new Refusal('validation_failed', 'The list has errors: fix them first.', {
            field: 'text',
          });
        return sendGuestList(tx, { ...params, actor, gifts, sendsMail, mailsPerDay });
      });
    },
  );

  answer(routes.template, {}, async ({ member, params, reply }) => {
    await loadEvent(database, member, params.eventId);
    const types = await listTicketTypes(database, params);
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
