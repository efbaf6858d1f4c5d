import { Type } from 'typebox';
import { writeCsv } from '../../../csv/write-csv.ts';
import { OneOf } from '../../../http/schema.ts';
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
import { sendList } from '../access/send-list.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const Filters = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 50, format: 'text' })),
  state: Type.Optional(OneOf(['', ...PROMO_STATES])),
  made: Type.Optional(
    Type.String({ maxLength: 30, pattern: String.raw`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$` }),
  ),
});

/** Promo codes as a CSV file, and a sample list to start from. */
export function registerPromoFiles(
  { answer }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.eventPromoCodes;

  answer(routes.export, { query: Filters }, async ({ member, params, query, reply }) => {
    const { search = '', state = '', made = '' } = query;
    const { event } = await loadEvent(database, member, params.eventId);
    const [codes, types] = await Promise.all([
      exportPromoCodes(database, {
        ...params,
        search: search.trim() || null,
        state: state || null,
        madeAt: made ? new Date(made) : null,
      }),
      listTypesOfCodes(database, params),
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

  answer(routes.template, {}, async ({ member, params, reply }) => {
    await loadEvent(database, member, params.eventId);
    const [type] = await listTypesOfCodes(database, params);
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
