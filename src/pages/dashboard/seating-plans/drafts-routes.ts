import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readVersion } from '../../../halls/read-versions.ts';
import { importPlan, restoreVersion, saveEdits } from '../../../halls/save-draft.ts';
import { readDraft } from '../../../halls/stored-plan.ts';
import { acceptedEncoding, encode, nameEncoding } from '../../../http/content-encoding.ts';
import { Id } from '../../../http/schema.ts';
import { writeSeatList } from '../../../inventory/seats/write-seat-list.ts';
import { ROUTES } from '../../../routes.ts';
import { compilePlan } from '../../../seating-plans/compile-plan.ts';
import { writePlan, writePretixPlan } from '../../../seating-plans/write-plan-file.ts';
import { OneOf } from '../../../values/body-schema.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { memberOf } from '../access/find-visitor.ts';
import { sendFile, sendList } from '../access/send-list.ts';
import { ImportPlanBody, RestorePlanBody, SaveEditsBody } from './bodies.ts';
import type { ImportedDraft, PlanDraft, PlanVersion, SavedDraft } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const ByVersion = Type.Object({
  hostId: Id(),
  planId: Id(),
  number: Type.Integer({ minimum: 1, maximum: 2_147_483_646 }),
});
const FileQuery = Type.Object({ format: Type.Optional(OneOf(['json', 'pretix', 'csv'])) });

type Deps = Pick<DashboardDeps, 'database' | 'planTurns'>;

/** The draft of a plan: read, save edits, restore, replace with a file, download. */
export function registerDrafts({ scope, answer }: PageRoutes, { database, planTurns }: Deps): void {
  const routes = ROUTES.seatingPlans;

  answer(routes.draft, {}, async ({ params, request, reply }) => {
    const draft: PlanDraft = await readDraft(database, params);
    return sendLarge(request, reply, draft);
  });

  // By hand: a version has a number.
  scope.get(routes.readVersion.path, { schema: { params: ByVersion } }, async (request, reply) => {
    const { hostId } = memberOf(request);
    const version: PlanVersion = { plan: await readVersion(database, { ...request.params, hostId }) };
    return sendLarge(request, reply, version);
  });

  answer(
    routes.restore,
    { body: RestorePlanBody },
    ({ params, actor, body, inChange, request }): Promise<SavedDraft> =>
      planTurns.inPlace(request, () => inChange((tx) => restoreVersion(tx, { ...params, actor, ...body }))),
  );

  answer(routes.download, { query: FileQuery }, async ({ params, query, reply }) => {
    const { plan } = await readDraft(database, params);
    const { format = 'json' } = query;
    const name = `plan-${plan.name.toLowerCase().replaceAll(/\W+/g, '-')}`;
    if (format === 'csv') return sendList(reply, name, writeSeatList(compilePlan(plan)));
    const text = format === 'json' ? writePlan(plan) : writePretixPlan(plan);
    return sendFile(reply, { name, ending: 'json', type: 'application/json; charset=utf-8', text });
  });
}

/** The same where the body may be a whole plan. */
export function registerLargeDrafts({ answer }: PageRoutes, { planTurns }: Pick<Deps, 'planTurns'>): void {
  const routes = ROUTES.seatingPlans;

  answer(
    routes.save,
    { body: SaveEditsBody },
    ({ params, actor, body, inChange, request }): Promise<SavedDraft> =>
      planTurns.inPlace(request, () => inChange((tx) => saveEdits(tx, { ...params, actor, ...body }))),
  );

  answer(
    routes.import,
    { body: ImportPlanBody },
    ({ params, actor, body, inChange, request }): Promise<ImportedDraft> =>
      planTurns.inPlace(request, () => inChange((tx) => importPlan(tx, { ...params, actor, ...body }))),
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
