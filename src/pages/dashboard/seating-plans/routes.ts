import { archivePlan, renamePlan } from '../../../halls/change-plan.ts';
import { createPlan } from '../../../halls/create-plan.ts';
import { findFormerDraft, hasUnpublishedWork } from '../../../halls/former-draft.ts';
import { listPlans, listUses } from '../../../halls/list-plans.ts';
import { listPlanPictures } from '../../../halls/plan-pictures.ts';
import { publishPlan } from '../../../halls/publish-plan.ts';
import { listVersions } from '../../../halls/read-versions.ts';
import { MAX_PLANS, readStoredPlan, type StoredPlan } from '../../../halls/stored-plan.ts';
import { sketchTemplates } from '../../../halls/templates.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { registerDrafts, registerLargeDrafts } from './drafts-routes.ts';
import { ArchivePlanBody, CreatePlanBody, NamePlanBody, PublishPlanBody } from './bodies.ts';
import type { CreatedPlan, PlanSummary, PublishedPlan } from './data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

type Deps = Pick<DashboardDeps, 'database' | 'planTurns' | 'mediaUrl'>;

/** The seating plans of a host, which events use. */
export async function registerSeatingPlans(pages: PageRoutes, deps: Deps): Promise<void> {
  registerViews(pages, deps);
  registerDrafts(pages, deps);
  registerChanges(pages, deps);
  await pages.scope.register(async (large: HttpServer) => {
    deps.planTurns.takeBodies(large);
    registerCreate(pages.within(large), deps);
    registerLargeDrafts(pages.within(large), deps);
  });
}

function registerViews({ view }: PageRoutes, { database, mediaUrl }: Deps): void {
  const routes = ROUTES.seatingPlans;

  view(routes.list, { shows: 'seatingPlans' }, async ({ member }) => {
    const plans = await listPlans(database, member);
    return {
      plans: plans.map((plan) => ({
        ...summarize(plan),
        changedAt: plan.changedAt.toISOString(),
        sketch: plan.sketch,
        events: plan.events,
        usedBy: plan.usedBy,
      })),
      templates: sketchTemplates(),
      maxPlans: MAX_PLANS,
    };
  });

  view(routes.view, { shows: 'seatingPlan' }, async ({ member: { eventIds }, params }) => {
    const plan = await readStoredPlan(database, params);
    const [versions, hasWork, former, uses, pictures] = await Promise.all([
      listVersions(database, params),
      hasUnpublishedWork(database, params),
      findFormerDraft(database, params),
      listUses(database, { ...params, eventIds }),
      listPlanPictures(database, params),
    ]);
    return {
      plan: summarize(plan),
      versions: versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() })),
      hasWork,
      former: former && { ...former, replacedAt: former.replacedAt.toISOString() },
      uses,
      pictures: pictures.map(({ file, ...picture }) => ({ ...picture, url: `${mediaUrl}/${file}` })),
      isArchived: plan.isArchived,
    };
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

/** Also for a file. */
function registerCreate({ answer }: PageRoutes, { planTurns }: Pick<Deps, 'planTurns'>): void {
  answer(
    ROUTES.seatingPlans.create,
    { body: CreatePlanBody },
    ({ member: { hostId, eventIds, language }, actor, body, inChange, request }): Promise<CreatedPlan> => {
      const { from, id } = body;
      const mayRead = from !== 'event' || eventIds === null || eventIds.includes(id ?? '');
      const source = mayRead ? body : { ...body, id: '' };
      return planTurns.inPlace(request, () =>
        inChange((tx) => createPlan(tx, { hostId, actor, language, ...source })),
      );
    },
  );
}

function registerChanges({ answer, change }: PageRoutes, { planTurns }: Pick<Deps, 'planTurns'>): void {
  const routes = ROUTES.seatingPlans;

  answer(
    routes.publish,
    { body: PublishPlanBody },
    ({ params, actor, body, inChange, request }): Promise<PublishedPlan> =>
      planTurns.inPlace(request, () => inChange((tx) => publishPlan(tx, { ...params, actor, ...body }))),
  );

  change(routes.rename, { body: NamePlanBody }, renamePlan);

  answer(
    routes.duplicate,
    { body: NamePlanBody },
    ({ params: { hostId, planId }, actor, body, inChange, request }): Promise<CreatedPlan> =>
      planTurns.inPlace(request, () =>
        inChange((tx) => createPlan(tx, { hostId, actor, ...body, from: 'plan', id: planId })),
      ),
  );

  change(routes.archive, { body: ArchivePlanBody }, archivePlan);
}
