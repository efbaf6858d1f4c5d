import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readVersion } from '../../../halls/read-versions.ts';
import { importPlan, restoreVersion, saveEdits } from '../../../halls/save-draft.ts';
import { readDraft } from '../../../halls/stored-plan.ts';
import { acceptedEncoding, encode, nameEncoding } from '../../../http/content-encoding.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { writeSeatList } from '../../../inventory/seats/write-seat-list.ts';
import { ROUTES } from '../../../routes.ts';
import { compilePlan } from '../../../seating-plans/compile-plan.ts';
import { writePlan, writePretixPlan } from '../../../seating-plans/write-plan-file.ts';
import { OneOf } from '../../../values/body-schema.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { sendFile, sendList } from '../access/send-list.ts';
import { ImportPlanBody, RestorePlanBody, SaveEditsBody } from './bodies.ts';
import type { ImportedDraft, PlanDraft, PlanVersion, SavedDraft } from './data.ts';

const ByPlan = Type.Object({ hostId: Id(), planId: Id() });
const ByVersion = Type.Object({
  hostId: Id(),
  planId: Id(),
  number: Type.Integer({ minimum: 1, maximum: 2_147_483_646 }),
});
const FileQuery = Type.Object({ format: Type.Optional(OneOf(['json', 'pretix', 'csv'])) });

/** What is drawn: read, saved edit by edit, restored, replaced by a file, and taken along as one. */
export function registerDrafts(scope: HttpServer, { database, change, planDoor }: DashboardDeps): void {
  const { draft, readVersion: version, restore, download } = ROUTES.seatingPlans;

  scope.get(draft.path, { schema: { params: ByPlan } }, async (request, reply) => {
    const { hostId } = memberOf(request);
    const answer: PlanDraft = await readDraft(database, { hostId, planId: request.params.planId });
    return sendLarge(request, reply, answer);
  });

  scope.get(version.path, { schema: { params: ByVersion } }, async (request, reply) => {
    const { hostId } = memberOf(request);
    const answer: PlanVersion = { plan: await readVersion(database, { ...request.params, hostId }) };
    return sendLarge(request, reply, answer);
  });

  scope.post(
    restore.path,
    { schema: { params: ByPlan, body: RestorePlanBody } },
    async (request): Promise<SavedDraft> =>
      planDoor.inPlace(request, () =>
        change(request, (tx) =>
          restoreVersion(tx, { ...request.params, actor: actorOf(request), ...request.body }),
        ),
      ),
  );

  scope.get(download.path, { schema: { params: ByPlan, querystring: FileQuery } }, async (request, reply) => {
    const { hostId } = memberOf(request);
    const { plan } = await readDraft(database, { hostId, planId: request.params.planId });
    const { format = 'json' } = request.query;
    const name = `plan-${plan.name.toLowerCase().replaceAll(/\W+/g, '-')}`;
    if (format === 'csv') return sendList(reply, name, writeSeatList(compilePlan(plan)));
    const text = format === 'json' ? writePlan(plan) : writePretixPlan(plan);
    return sendFile(reply, { name, ending: 'json', type: 'application/json; charset=utf-8', text });
  });
}

/** The same where the body may be a whole plan. */
export function registerLargeDrafts(scope: HttpServer, { change, planDoor }: DashboardDeps): void {
  const { save, import: imported } = ROUTES.seatingPlans;

  scope.post(
    save.path,
    { schema: { params: ByPlan, body: SaveEditsBody } },
    async (request): Promise<SavedDraft> =>
      planDoor.inPlace(request, () =>
        change(request, (tx) =>
          saveEdits(tx, { ...request.params, actor: actorOf(request), ...request.body }),
        ),
      ),
  );

  scope.post(
    imported.path,
    { schema: { params: ByPlan, body: ImportPlanBody } },
    async (request): Promise<ImportedDraft> =>
      planDoor.inPlace(request, () =>
        change(request, (tx) =>
          importPlan(tx, { ...request.params, actor: actorOf(request), ...request.body }),
        ),
      ),
  );
}

/** Twenty thousand seats are two megabytes, and a tenth of that compressed. */
async function sendLarge(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const bytes = await encode(Buffer.from(JSON.stringify(answer)), encoding);
  return nameEncoding(reply, encoding)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(bytes);
}
