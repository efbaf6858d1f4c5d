import { Type } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { decimalsOf } from '../../../values/major-units.ts';
import { importPromoCodes, makePromoCodes } from '../../../reservations/promo-codes/add-promo-codes.ts';
import { readPromoList } from '../../../reservations/promo-codes/read-promo-list.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import type { MadeCodes, PromoListPreview } from './data.ts';
import { MakePromoCodesBody, PromoListBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** Codes by the hundred: made here, or taken from a list. */
export function registerManyPromoCodes(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change } = deps;
  const { make, check, import: take } = ROUTES.eventPromoCodes;

  scope.post(make.path, { schema: { params: ByEvent, body: MakePromoCodesBody } }, async (request, reply) => {
    const { hostId } = memberOf(request);
    const { prefix, letters, number, ...typed } = request.body;
    const { codes, madeAt } = await change(request, (tx) =>
      makePromoCodes(tx, {
        hostId,
        eventId: request.params.eventId,
        actor: actorOf(request),
        prefix,
        letters,
        number,
        typed,
      }),
    );
    const made: MadeCodes = { codes, madeAt: madeAt.toISOString() };
    return reply.code(201).send(made);
  });

  scope.post(
    check.path,
    { schema: { params: ByEvent, body: PromoListBody } },
    async (request): Promise<PromoListPreview> => {
      const member = memberOf(request);
      const { eventId } = request.params;
      const { event } = await loadEvent(database, member, eventId);
      const { preview } = await readPromoList(database, {
        hostId: member.hostId,
        eventId,
        text: request.body.text,
        decimals: decimalsOf(event.currency),
      });
      return { preview };
    },
  );

  scope.post(take.path, { schema: { params: ByEvent, body: PromoListBody } }, async (request, reply) => {
    const member = memberOf(request);
    const { hostId } = member;
    const { eventId } = request.params;
    const { event } = await loadEvent(database, member, eventId);
    const made = await change(request, async (tx) => {
      const { codes, preview } = await readPromoList(tx, {
        hostId,
        eventId,
        text: request.body.text,
        decimals: decimalsOf(event.currency),
      });
      if (preview.listProblems.length > 0 || preview.problemCount > 0)
        throw new Refusal('validation_failed', 'The list has mistakes: look at it again.', { field: 'text' });
      const { madeAt } = await importPromoCodes(tx, { hostId, eventId, actor: actorOf(request), codes });
      const answer: MadeCodes = { codes: codes.map(({ code }) => code), madeAt: madeAt.toISOString() };
      return answer;
    });
    return reply.code(201).send(made);
  });
}
