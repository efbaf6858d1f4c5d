import { Type } from 'typebox';
import { archivePlan, renamePlan } from '../../../halls/change-plan.ts';
import { createPlan } from '../../../halls/create-plan.ts';
import { listPlans, listUses } from '../../../halls/list-plans.ts';
import { listPlanPictures } from '../../../halls/plan-pictures.ts';
import { publishPlan } from '../../../halls/publish-plan.ts';
import { listVersions } from '../../../halls/read-versions.ts';
import { MAX_PLANS, readStoredPlan, type StoredPlan } from '../../../halls/stored-plan.ts';
import { sketchTemplates } from '../../../halls/templates.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { registerDrafts, registerLargeDrafts } from './drafts-routes.ts';
import { ArchivePlanBody, CreatePlanBody, NamePlanBody, PublishPlanBody } from './bodies.ts';
import type { CreatedPlan, PlanSummary, PublishedPlan } from './data.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByPlan = Type.Object({ hostId: Id(), planId: Id() });

/** Halls as drawings, which events use. */
export async function registerSeatingPlans(scope: HttpServer, deps: DashboardDeps): Promise<void> {
  registerViews(scope, deps);
  registerDrafts(scope, deps);
  registerChanges(scope, deps);
  await scope.register(async (large: HttpServer) => {
    deps.planDoor.takeBodies(large);
    registerCreate(large, deps);
    registerLargeDrafts(large, deps);
  });
}

function registerViews(scope: HttpServer, { database, sendView, mediaUrl }: DashboardDeps): void {
  const { list, view } = ROUTES.seatingPlans;

  scope.get(list.path, { schema: { params: ByHost } }, async (request, reply) => {
    const plans = await listPlans(database, memberOf(request));
    return sendView(request, reply, {
      view: 'seatingPlans',
      data: {
        plans: plans.map((plan) => ({
          ...summarize(plan),
          changedAt: plan.changedAt.toISOString(),
          sketch: plan.sketch,
          events: plan.events,
          usedBy: plan.usedBy,
        })),
        templates: sketchTemplates(),
        maxPlans: MAX_PLANS,
      },
    });
  });

  scope.get(view.path, { schema: { params: ByPlan } }, async (request, reply) => {
    const { hostId, eventIds } = memberOf(request);
    const which = { hostId, planId: request.params.planId };
    const plan = await readStoredPlan(database, which);
    const [versions, uses, pictures] = await Promise.all([
      listVersions(database, which),
      listUses(database, { ...which, eventIds }),
      listPlanPictures(database, which),
    ]);
    return sendView(request, reply, {
      view: 'seatingPlan',
      data: {
        plan: summarize(plan),
        versions: versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() })),
        uses,
        pictures: pictures.map(({ file, ...picture }) => ({ ...picture, url: `${mediaUrl}/${file}` })),
        isArchived: plan.isArchived,
      },
    });
  });
}

const summarize = ({ planId, name, seatCount, version, published, hasChanges }: StoredPlan): PlanSummary => ({
  planId,
  name,
  seatCount,
  version,
  published,
  hasChanges,
});

/** Of a file, too. */
function registerCreate(scope: HttpServer, { change, planDoor }: DashboardDeps): void {
  scope.post(
    ROUTES.seatingPlans.create.path,
    { schema: { params: ByHost, body: CreatePlanBody } },
    async (request): Promise<CreatedPlan> => {
      const { hostId, eventIds } = memberOf(request);
      const { from, id } = request.body;
      const mayRead = from !== 'event' || eventIds === null || eventIds.includes(id ?? '');
      const source = mayRead ? request.body : { ...request.body, id: '' };
      return planDoor.inPlace(request, () =>
        change(request, (tx) => createPlan(tx, { hostId, actor: actorOf(request), ...source })),
      );
    },
  );
}

function registerChanges(scope: HttpServer, { change, planDoor }: DashboardDeps): void {
  const { publish, rename, duplicate, archive } = ROUTES.seatingPlans;

  scope.post(
    publish.path,
    { schema: { params: ByPlan, body: PublishPlanBody } },
    async (request): Promise<PublishedPlan> =>
      planDoor.inPlace(request, () =>
        change(request, (tx) =>
          publishPlan(tx, { ...request.params, actor: actorOf(request), ...request.body }),
        ),
      ),
  );

  scope.post(rename.path, { schema: { params: ByPlan, body: NamePlanBody } }, async (request) => {
    await change(request, (tx) =>
      renamePlan(tx, { ...request.params, actor: actorOf(request), ...request.body }),
    );
    return {};
  });

  scope.post(
    duplicate.path,
    { schema: { params: ByPlan, body: NamePlanBody } },
    async (request): Promise<CreatedPlan> => {
      const { hostId, planId } = request.params;
      return planDoor.inPlace(request, () =>
        change(request, (tx) =>
          createPlan(tx, { hostId, actor: actorOf(request), ...request.body, from: 'plan', id: planId }),
        ),
      );
    },
  );

  scope.post(archive.path, { schema: { params: ByPlan, body: ArchivePlanBody } }, async (request) => {
    await change(request, (tx) =>
      archivePlan(tx, { ...request.params, actor: actorOf(request), ...request.body }),
    );
    return {};
  });
}
