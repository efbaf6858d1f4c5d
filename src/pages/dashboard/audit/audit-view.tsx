import type { VNode } from 'preact';
import type { AuditView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FilterBar, type Filter } from '../components/filter-bar.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useMoreRows } from '../components/use-more-rows.ts';
import { queryValue, withQuery } from '../paths.ts';
import { useAuditTexts, type AuditTexts } from './texts.ts';
import { ChangedFields } from './changed-fields.tsx';

type Line = Data['lines'][number];

/** The audit log: who did what, and from where. */
export function AuditView({ data }: ViewProps<'audit'>): VNode {
  const texts = useAuditTexts();
  const { page } = useDashboard();
  const { audit } = texts;
  const { rows, more } = useMoreRows<'audit', Line>(data, ({ lines, nextCursor }) => ({
    rows: lines,
    next: nextCursor,
  }));
  const address = withQuery(page.address, { cursor: '' });
  return (
    <>
      <PageHeader title={audit.title}>{audit.intro}</PageHeader>
      <FilterBar filters={filtersOf(texts, data)} />
      {queryValue(page, 'subject') !== '' && (
        <p>
          {audit.subjectShown} <a href={withQuery(address, { subject: '' })}>{audit.showAll}</a>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState title={audit.emptyTitle}>{audit.emptyText}</EmptyState>
      ) : (
        <DataTable
          caption={audit.list}
          columns={columnsOf(texts, address, page.locale)}
          rows={rows}
          keyOf={({ lineId }) => lineId}
          more={more}
        />
      )}
    </>
  );
}

const filtersOf = ({ audit }: AuditTexts, { people, kinds }: Data): Filter[] => [
  {
    name: 'person',
    label: audit.person,
    kind: 'choice',
    choices: people.map(({ personId, name, email }) => ({ value: personId, label: name || email })),
  },
  {
    name: 'kind',
    label: audit.kind,
    kind: 'choice',
    choices: kinds.map((kind) => ({ value: kind, label: audit.kinds[kind] })),
  },
  { name: 'from', label: audit.from, kind: 'date' },
  { name: 'to', label: audit.to, kind: 'date' },
];

const columnsOf = (texts: AuditTexts, address: string, locale: string): Column<Line>[] => {
  const { audit } = texts;
  return [
    {
      name: 'what',
      label: audit.what,
      isRowHeader: true,
      cell: (line) => (
        <div class="stack gap-2xs audit-what">
          <p>
            <strong>{audit.action(line.action, line.subjectName)}</strong>{' '}
            {line.subjectId !== null && line.subjectName !== '' && (
              <a href={withQuery(address, { subject: line.subjectId })}>
                {audit.onlySubject}
                <span class="aloud"> {line.subjectName}</span>
              </a>
            )}
          </p>
          <ChangedFields {...line} locale={locale} />
        </div>
      ),
    },
    {
      name: 'who',
      label: audit.who,
      cell: ({ actorKind, personName, personEmail }) => (
        <span class="stack member">
          <span>{personName ?? audit.actors[actorKind]}</span>
          {personEmail !== null && personEmail !== personName && <small class="soft">{personEmail}</small>}
        </span>
      ),
    },
    {
      name: 'where',
      label: audit.where,
      cell: (line) => <span class="from">{line.address ?? audit.noAddress}</span>,
    },
    { name: 'when', label: audit.when, cell: ({ at }) => <Moment at={at} /> },
  ];
};
