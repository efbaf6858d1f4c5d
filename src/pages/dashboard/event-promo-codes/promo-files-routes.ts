import { Type } from 'typebox';
import { writeCsv } from '../../../csv/write-csv.ts';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { decimalsOf } from '../../../values/major-units.ts';
import {
  exportPromoCodes,
  listTypesOfCodes,
  PROMO_STATES,
} from '../../../reservations/promo-codes/list-promo-codes.ts';
import { PROMO_COLUMNS } from '../../../reservations/promo-codes/read-promo-list.ts';
import { ROUTES } from '../../../routes.ts';
import { writeDecimal } from '../../../values/decimal.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { memberOf } from '../access/find-visitor.ts';
import { sendList } from '../access/send-list.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const Filters = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 50, format: 'text' })),
  state: Type.Optional(OneOf(['', ...PROMO_STATES])),
  made: Type.Optional(
    Type.String({ maxLength: 30, pattern: String.raw`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$` }),
  ),
});

/** Promo codes as a list to take along, and a list to begin with. */
export function registerPromoFiles(scope: HttpServer, { database }: DashboardDeps): void {
  const { export: exported, template } = ROUTES.eventPromoCodes;

  scope.get(exported.path, { schema: { params: ByEvent, querystring: Filters } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { hostId: member.hostId, eventId: request.params.eventId };
    const { search = '', state = '', made = '' } = request.query;
    const { event } = await loadEvent(database, member, which.eventId);
    const [codes, types] = await Promise.all([
      exportPromoCodes(database, {
        ...which,
        search: search.trim() || null,
        state: state || null,
        madeAt: made ? new Date(made) : null,
      }),
      listTypesOfCodes(database, which),
    ]);
    const names = new Map(types.map(({ ticketTypeId, name }) => [ticketTypeId, name]));
    const wall = (at: Date | null): string =>
      at === null ? '' : toWallTime(at, event.timezone).slice(0, 16).replace('T', ' ');
    const rows = codes.map((code) => [
      code.code,
      code.percentBasisPoints === null ? '' : writeDecimal(code.percentBasisPoints, 2),
      code.amountMinor === null ? '' : writeDecimal(code.amountMinor, decimalsOf(event.currency), true),
      code.maximumUses,
      wall(code.startsAt),
      wall(code.endsAt),
      code.ticketTypeIds.map((id) => names.get(id) ?? '').join(' | '),
      // Not "uses", which the reader of lists takes for the maximum.
      code.uses,
      code.state.replace('_', ' '),
    ]);
    return sendList(
      reply,
      `promo-codes-${event.slug}`,
      writeCsv([...PROMO_COLUMNS, 'used so far', 'state'], rows),
    );
  });

  scope.get(template.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    await loadEvent(database, member, eventId);
    const [type] = await listTypesOfCodes(database, { hostId: member.hostId, eventId });
    return sendList(
      reply,
      'promo-codes',
      writeCsv(PROMO_COLUMNS, [
        ['FRIENDS20', 20, '', 50, '', '', ''],
        ['PRESS-2027', '', 1500, 1, '2027-03-01', '2027-03-31 18:00', type?.name ?? ''],
      ]),
    );
  });
}
