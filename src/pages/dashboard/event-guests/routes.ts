import { Type } from 'typebox';
import { OneOf } from '../../../http/schema.ts';
import { ROUTES } from '../../../routes.ts';
import { GUEST_HOWS, GUEST_STATES } from '../../../tickets/guest-marks.ts';
import { countGuests } from '../../../tickets/count-guests.ts';
import { listGuests, type Guest } from '../../../tickets/list-guests.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import type { ShownGuest } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const Query = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 3_000 })),
  // As long as the longest e-mail address.
  search: Type.Optional(Type.String({ maxLength: 254, format: 'text' })),
  type: Type.Optional(Type.String({ format: 'uuid-or-empty' })),
  state: Type.Optional(OneOf(['', ...GUEST_STATES])),
  how: Type.Optional(OneOf(['', ...GUEST_HOWS])),
});

const PAGE = 50;

/** Shows an event's guests. */
export function registerEventGuests(
  { view }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  view(ROUTES.eventGuests.view, { shows: 'eventGuests', query: Query }, async ({ member, params, query }) => {
    const { cursor = null, search = '', type = '', state = '', how = '' } = query;
    const { event, figures } = await loadEvent(database, member, params.eventId);
    const [{ guests, nextCursor }, counts] = await Promise.all([
      listGuests(database, {
        ...params,
        filters: {
          search: search.trim() || null,
          ticketTypeId: type || null,
          state: state || null,
          how: how || null,
        },
        limit: PAGE,
        cursor,
      }),
      countGuests(database, params),
    ]);
    return {
      event,
      ticketTypes: figures.types.map(({ ticketTypeId, name }) => ({ ticketTypeId, name })),
      counts,
      guests: guests.map(showGuest),
      nextCursor,
    };
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
