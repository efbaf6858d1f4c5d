import { decimalsOf } from '../../../values/major-units.ts';
import { importPromoCodes, makePromoCodes } from '../../../reservations/promo-codes/add-promo-codes.ts';
import { readPromoList } from '../../../reservations/promo-codes/read-promo-list.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import type { MadeCodes, PromoListPreview } from './data.ts';
import { MakePromoCodesBody, PromoListBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Many codes at once: generated here, or read from a list. */
export function registerManyPromoCodes(
  { answer, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.eventPromoCodes;

  change(routes.make, { body: MakePromoCodesBody, status: 201 }, async (tx, input): Promise<MadeCodes> => {
    const { hostId, eventId, actor, prefix, letters, number, ...typed } = input;
    const asked = { hostId, eventId, actor, prefix, letters, number, typed };
    const { codes, madeAt } = await makePromoCodes(tx, asked);
    return { codes, madeAt: madeAt.toISOString() };
  });

  answer(
    routes.check,
    { body: PromoListBody },
    async ({ member, params, body: { text } }): Promise<PromoListPreview> => {
      const { event } = await loadEvent(database, member, params.eventId);
      const decimals = decimalsOf(event.currency);
      const { preview } = await readPromoList(database, { ...params, text, decimals });
      return { preview };
    },
  );

  answer(
    routes.import,
    { body: PromoListBody, status: 201 },
    async ({ member, params, actor, body: { text }, inChange }): Promise<MadeCodes> => {
      const { event } = await loadEvent(database, member, params.eventId);
      const decimals = decimalsOf(event.currency);
      return inChange(async (tx) => {
        const { codes, preview } = await readPromoList(tx, { ...params, text, decimals });
        if (preview.listProblems.length > 0 || preview.problemCount > 0)
          throw new Refusal('validation_failed', 'The list has errors: fix them first.', {
            field: 'text',
          });
        const { madeAt } = await importPromoCodes(tx, { ...params, actor, codes });
        return { codes: codes.map(({ code }) => code), madeAt: madeAt.toISOString() };
      });
    },
  );
}
