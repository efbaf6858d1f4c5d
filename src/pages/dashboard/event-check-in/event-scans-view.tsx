import type { VNode } from 'preact';
import type { ShownEvent } from '../event-layout/data.ts';
import type { ShownScan } from './data.ts';
import { SCAN_FILTERS, type ScanFilter } from './scan-filter.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { LiveMark } from '../live/live-mark.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ExportButton } from '../components/export-dialog/export-button.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { queryValue } from '../paths.ts';
import { CheckInLayout } from './check-in-layout.tsx';
import { ScanMoment } from './scan-moment.tsx';
import { useScanTexts, type ScanTexts } from './scans-texts.ts';
import { TicketOf } from './ticket-of.tsx';
import { UndoMenu } from './undo-button.tsx';
import { useScanLog } from './use-scan-log.ts';

/** Every scan of an event, newest first, live. */
export function EventScansView({ data }: ViewProps<'eventScans'>): VNode {
  const texts = useScanTexts();
  const { page } = useDashboard();
  const { event, doors } = data;
  const { scans, more, state } = useScanLog(data);
  const isFiltered = ['door', 'outcome'].some((name) => queryValue(page, name) !== '');
  return (
    <CheckInLayout
      event={event}
      page="scans"
      beside={<LiveMark state={state} />}
      action={scans.length > 0 && <ExportButton what="check_ins" filters={{ eventId: event.eventId }} />}
    >
      <Section title={texts.scans} isTitleHidden>
        {(isFiltered || scans.length > 0) && (
          <FilterBar
            filters={[
              {
                name: 'door',
                label: texts.door,
                kind: 'choice',
                choices: doors.map(({ doorId, name }) => ({ value: doorId, label: name })),
              },
              {
                name: 'outcome',
                label: texts.outcome,
                kind: 'choice',
                choices: SCAN_FILTERS.map((value) => ({ value, label: nameFilter(texts, value) })),
              },
            ]}
          />
        )}
        {scans.length === 0 ? (
          <EmptyState title={isFiltered ? texts.nothingTitle : texts.noScansTitle}>
            {isFiltered ? texts.nothingText : texts.noScansText}
          </EmptyState>
        ) : (
          <DataTable
            caption={texts.scans}
            columns={scanColumns(texts, event)}
            rows={scans}
            keyOf={({ scanId }) => scanId}
            actions={(scan) => scan.mayUndo && <Undo scan={scan} event={event} />}
            more={more}
          />
        )}
      </Section>
    </CheckInLayout>
  );
}

function Undo({ scan, event }: { scan: ShownScan; event: ShownEvent }): VNode {
  const texts = useScanTexts();
  const { scanId, guest } = scan;
  const name = guest ? `${guest.firstName} ${guest.lastName}` : texts.unknownGuest;
  return <UndoMenu eventId={event.eventId} scanId={scanId} name={name} />;
}

const nameFilter = ({ filters, outcomes }: ScanTexts, filter: ScanFilter): string =>
  filter === 'conflict' || filter === 'any_refusal' ? filters[filter] : outcomes[filter];

const TONES: Partial<Record<ShownScan['outcome'], 'good' | 'off' | 'waiting'>> = {
  admitted: 'good',
  re_entry: 'good',
  left: 'off',
  undone: 'off',
  nothing_to_undo: 'off',
};

const scanColumns = (texts: ScanTexts, event: ShownEvent): Column<ShownScan>[] => [
  {
    name: 'guest',
    label: texts.guest,
    isRowHeader: true,
    cell: ({ guest }) =>
      guest ? (
        <span dir="auto">
          {guest.firstName} {guest.lastName}
          <small class="soft event-when">
            <TicketOf guest={guest} />
          </small>
        </span>
      ) : (
        texts.unknownGuest
      ),
  },
  { name: 'time', label: texts.time, cell: ({ at }) => <ScanMoment at={at} event={event} /> },
  { name: 'outcome', label: texts.outcome, cell: (scan) => <Outcome scan={scan} /> },
  {
    name: 'door',
    label: texts.door,
    cell: ({ door, device, member }) => (
      <span dir="auto">
        {door ?? '–'}
        <small class="soft event-when">
          {device ?? (member === null ? texts.noDevice : texts.byMember(member))}
        </small>
      </span>
    ),
  },
  { name: 'how', label: texts.how, cell: ({ how, kind }) => (kind === 'undo' ? '–' : texts.hows[how]) },
];

function Outcome({ scan: { outcome, isConflict, isUndone, wasOffline } }: { scan: ShownScan }): VNode {
  const texts = useScanTexts();
  return (
    <span class="check-in-outcome">
      <StatusBadge tone={TONES[outcome] ?? 'bad'}>{texts.outcomes[outcome]}</StatusBadge>
      {isConflict && <StatusBadge tone="bad">{texts.conflict}</StatusBadge>}
      {isUndone && <StatusBadge tone="off">{texts.wasUndone}</StatusBadge>}
      {wasOffline && <StatusBadge tone="waiting">{texts.offline}</StatusBadge>}
    </span>
  );
}
