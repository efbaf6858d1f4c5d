import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { NamePlanBody } from './bodies.ts';
import type { SeatingPlansView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard, type Page } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Menu } from '../components/menu.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RenameDialog } from '../components/rename-dialog.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { PlanSketch } from '../components/template-cards/plan-sketch.tsx';
import { useAction } from '../components/use-action.ts';
import { StartPlan } from './start-plan.tsx';
import { useSeatingPlansTexts, type SeatingPlansTexts } from './texts.ts';

type Plan = Data['plans'][number];

const FORMATS = ['json', 'pretix', 'csv'] as const;

/** The seating plans of a host, and halls to start from. */
export function SeatingPlansView({ data }: ViewProps<'seatingPlans'>): VNode {
  const texts = useSeatingPlansTexts();
  const { page } = useDashboard();
  const { plans } = texts;
  const renaming = useSignal<Plan | null>(null);
  const actionsOf = usePlanActions((plan) => (renaming.value = plan));
  return (
    <>
      <PageHeader title={plans.title}>{plans.intro}</PageHeader>
      {data.plans.length === 0 ? (
        <EmptyState title={plans.emptyTitle}>{plans.emptyText}</EmptyState>
      ) : (
        <Section title={plans.list} isTitleHidden>
          <DataTable
            caption={plans.list}
            columns={columnsOf(texts, page)}
            rows={data.plans}
            keyOf={({ planId }) => planId}
            actions={actionsOf}
          />
        </Section>
      )}
      <StartPlan data={data} />
      {renaming.value && (
        <RenameDialog
          address={page.inHost(`/seating-plans/${renaming.value.planId}/rename`)}
          method="POST"
          schema={NamePlanBody}
          value={{ name: renaming.value.name }}
          texts={plans}
          onClose={() => (renaming.value = null)}
        />
      )}
    </>
  );
}

/** The actions on a plan in the list. */
function usePlanActions(rename: (plan: Plan) => void): (plan: Plan) => VNode {
  const texts = useSeatingPlansTexts();
  const { plans } = texts;
  const { send, page } = useDashboard();
  const at = ({ planId }: Plan, rest: string): string => page.inHost(`/seating-plans/${planId}/${rest}`);
  const duplicate = useAction((plan: Plan) => {
    const name = Array.from(plans.copyOf(plan.name)).slice(0, 100).join('');
    return send(at(plan, 'duplicate'), { body: { name }, told: plans.duplicated(name) });
  });
  const putAway = useAction((plan: Plan) =>
    send(at(plan, 'archive'), {
      body: { isArchived: true },
      told: plans.archived(plan.name),
      undo: { isArchived: false },
    }),
  );
  return (plan) => (
    <Menu
      id={`plan-${plan.planId}`}
      label={texts.parts.actionsOf(plan.name)}
      items={[
        { label: plans.rename, onPress: () => rename(plan) },
        { label: plans.duplicate, onPress: () => duplicate.run(plan) },
        ...FORMATS.map((format) => ({
          label: plans.downloads[format],
          href: at(plan, `file?format=${format}`),
        })),
        { label: plans.archive, onPress: () => putAway.run(plan) },
      ]}
    />
  );
}

const columnsOf = ({ plans }: SeatingPlansTexts, page: Page): Column<Plan>[] => [
  {
    name: 'name',
    label: plans.name,
    isRowHeader: true,
    cell: ({ planId, name, sketch }) => (
      <span class="row gap-s plans-name">
        <PlanSketch sketch={sketch} />
        <a href={page.inHost(`/seating-plans/${planId}`)}>{name}</a>
      </span>
    ),
  },
  { name: 'seats', label: plans.seats, cell: ({ seatCount }) => seatCount.toLocaleString(page.locale) },
  {
    name: 'state',
    label: plans.state,
    cell: ({ published, hasChanges }) => (
      <>
        <StatusBadge tone={published === null ? 'off' : 'good'}>
          {published === null ? plans.neverPublished : plans.published(published)}
        </StatusBadge>
        {published !== null && hasChanges && <small class="soft">{plans.hasChanges}</small>}
      </>
    ),
  },
  {
    name: 'usedBy',
    label: plans.usedBy,
    cell: ({ events, usedBy }) =>
      events === 0 ? (
        <span class="soft">{plans.unused}</span>
      ) : (
        <ul>
          {usedBy.map(({ eventId, name }) => (
            <li key={eventId}>
              <a href={page.inHost(`/events/${eventId}/seats`)}>{name}</a>
            </li>
          ))}
          {events > usedBy.length && <li class="soft">{plans.moreEvents(events - usedBy.length)}</li>}
        </ul>
      ),
  },
  {
    name: 'changed',
    label: plans.changed,
    cell: ({ changedAt }) => <Moment at={changedAt} style="date" />,
  },
];
