import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { BusyButton } from '../components/busy-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { VISIT_HOURS } from './bodies.ts';
import type { ShownVisit } from './data.ts';
import { sayWith } from '../texts/words-in.ts';
import { useSupportTexts } from './texts.ts';

/** An owner decides whether support can look, and sees who looked when. */
export function SupportView({ data: { visits } }: ViewProps<'support'>): VNode {
  const texts = useSupportTexts();
  const { page } = useDashboard();
  const { support } = texts;
  const past = visits.filter(({ state }) => state === 'over');
  return (
    <>
      <PageHeader title={support.title} back={{ href: page.inHost('/team'), label: texts.shell.pages.team }}>
        {support.intro}
      </PageHeader>
      {visits.map((visit) =>
        visit.state === 'asked' ? (
          <AskSection key={visit.visitId} visit={visit} />
        ) : visit.state === 'under_way' ? (
          <VisitSection key={visit.visitId} visit={visit} />
        ) : null,
      )}
      {past.length > 0 && (
        <Section title={support.past}>
          <DataTable
            caption={support.past}
            columns={columnsOf(support, page.inHost('/audit'))}
            rows={past}
            keyOf={({ visitId }) => visitId}
          />
        </Section>
      )}
      {visits.length === 0 && <EmptyState title={support.emptyTitle}>{support.emptyText}</EmptyState>}
    </>
  );
}

function AskSection({ visit }: { visit: ShownVisit }): VNode {
  const { support } = useSupportTexts();
  const { send, page, router } = useDashboard();
  const hours = useSignal<(typeof VISIT_HOURS)[number]>(VISIT_HOURS[0]);
  const at = page.inHost(`/support/${visit.visitId}`);
  const id = `hours-${visit.visitId}`;
  // An answer may come too late: the page then shows what became of the ask.
  const answer = (...sent: Parameters<typeof send>): Promise<void> =>
    send(...sent).catch(async (error: unknown) => {
      await router.refresh();
      throw error;
    });
  return (
    <Section title={support.asked} isCard>
      <Facts
        facts={[
          [support.who, visit.email],
          [support.reason, visit.reason],
          [support.askedAt, <Moment at={visit.askedAt} />],
          [support.answerBy, <Moment at={visit.endsAt} />],
        ]}
      />
      <div class="actions choose-first">
        <div class="field">
          <label for={id}>{support.hours}</label>
          <select
            id={id}
            value={hours.value}
            onChange={({ currentTarget }) =>
              (hours.value =
                VISIT_HOURS.find((count) => count === Number(currentTarget.value)) ?? VISIT_HOURS[0])
            }
          >
            {VISIT_HOURS.map((count) => (
              <option key={count} value={count} selected={count === hours.value}>
                {support.hoursLong(count)}
              </option>
            ))}
          </select>
        </div>
        <BusyButton
          class="main"
          onPress={() =>
            answer(`${at}/allow`, { body: { hours: hours.value }, told: support.allowed(visit.email) })
          }
        >
          {support.allow}
        </BusyButton>
        <BusyButton onPress={() => answer(`${at}/refuse`, { told: support.refused })}>
          {support.refuse}
        </BusyButton>
      </div>
    </Section>
  );
}

function VisitSection({ visit }: { visit: ShownVisit }): VNode {
  const { support, shell } = useSupportTexts();
  const { send, page } = useDashboard();
  return (
    <Section title={support.underWay} isCard>
      <Facts
        facts={[
          [support.who, visit.email],
          [support.reason, visit.reason],
          [support.allowedBy, visit.allowedBy ?? support.somebody],
          [support.until, <Moment at={visit.endsAt} />],
        ]}
      />
      <div class="actions">
        <BusyButton
          class="danger"
          onPress={() => send(page.inHost(`/support/${visit.visitId}/end`), { told: support.ended })}
        >
          {shell.support.end}
        </BusyButton>
        <a class="second" href={`${page.inHost('/audit')}?subject=${visit.visitId}`}>
          {support.pagesSeen}
        </a>
      </div>
    </Section>
  );
}

function Facts({ facts }: { facts: [name: string, value: ComponentChildren][] }): VNode {
  return (
    <dl class="fact-list">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Words = ReturnType<typeof useSupportTexts>['support'];

const columnsOf = (support: Words, auditLog: string): Column<ShownVisit>[] => [
  { name: 'who', label: support.who, isRowHeader: true, cell: ({ email }) => email },
  { name: 'reason', label: support.reason, cell: ({ reason }) => reason },
  {
    name: 'when',
    label: support.when,
    cell: ({ allowedAt, askedAt }) => <Moment at={allowedAt ?? askedAt} />,
  },
  { name: 'outcome', label: support.outcome, cell: (visit) => outcomeOf(support, visit) },
  {
    name: 'pages',
    label: support.pagesSeen,
    cell: ({ visitId }) => <a href={`${auditLog}?subject=${visitId}`}>{support.pagesSeen}</a>,
  },
];

function outcomeOf(support: Words, { allowedAt, endedHow, endedBy }: ShownVisit): string {
  if (allowedAt === null && endedHow === 'time') return support.lapsed;
  if (allowedAt === null && endedHow === 'operator') return support.withdrawn;
  return endedHow === null ? '' : sayWith(support.outcomes[endedHow], endedBy ?? support.somebody);
}
