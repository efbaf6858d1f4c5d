import { Type } from 'typebox';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import { countGuests } from '../../../tickets/count-guests.ts';
import { GUEST_HOWS, GUEST_STATES } from '../../../tickets/guest-marks.ts';
import { listGuests, type Guest } from '../../../tickets/list-guests.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { memberOf } from '../access/find-visitor.ts';
import type { ShownGuest } from './data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const Query = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 3_000 })),
  // As long as the longest e-mail address.
  search: Type.Optional(Type.String({ maxLength: 254, format: 'text' })),
  type: Type.Optional(Type.Union([Type.Literal(''), Id()])),
  state: Type.Optional(OneOf(['', ...GUEST_STATES])),
  how: Type.Optional(OneOf(['', ...GUEST_HOWS])),
});

const PAGE = 50;

/** Who comes to an event. */
export function registerEventGuests(scope: HttpServer, { database, sendView }: DashboardDeps): void {
  const { view } = ROUTES.eventGuests;
  scope.get(view.path, { schema: { params: ByEvent, querystring: Query } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    const { cursor = null, search = '', type = '', state = '', how = '' } = request.query;
    const { event, figures } = await loadEvent(database, member, eventId);
    const which = { hostId: member.hostId, eventId };
    const [{ guests, nextCursor }, counts] = await Promise.all([
      listGuests(database, {
        ...which,
        filters: {
          search: search.trim() || null,
          ticketTypeId: type || null,
          state: state || null,
          how: how || null,
        },
        limit: PAGE,
        cursor,
      }),
      countGuests(database, which),
    ]);
    return sendView(request, reply, {
      view: 'eventGuests',
      data: {
        event,
        ticketTypes: figures.types.map(({ ticketTypeId, name }) => ({ ticketTypeId, name })),
        counts,
        guests: guests.map(showGuest),
        nextCursor,
      },
    });
  });
}

function showGuest(guest: Guest): ShownGuest {
  const { ticketId, firstName, lastName, email, typeName, seat, state, how, reference, usedAt } = guest;
  return {
    ticketId,
    firstName,
    lastName,
    email,
    typeName,
    seat,
    state,
    how,
    reference,
    usedAt: usedAt?.toISOString() ?? null,
  };
}
