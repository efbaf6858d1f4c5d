import type { VNode } from 'preact';
import type { GuestHow, GuestState, ShownGuest } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { ViewProps } from '../contract.ts';
import { type Page, useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { ExportButton } from '../components/export-dialog/export-button.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useMoreRows } from '../components/use-more-rows.ts';
import { queryValue } from '../paths.ts';
import { useEventGuestsTexts, type EventGuestsTexts } from './texts.ts';

const TONES = { good: 'good', came_in: 'good', void: 'off' } as const;

/** An event's guests. */
export function EventGuestsView({ data }: ViewProps<'eventGuests'>): VNode {
  const texts = useEventGuestsTexts();
  const { page } = useDashboard();
  const { event, ticketTypes, counts } = data;
  const { rows, more } = useMoreRows<'eventGuests', ShownGuest>(data, ({ guests, nextCursor }) => ({
    rows: guests,
    next: nextCursor,
  }));
  const write = (count: number): string => count.toLocaleString(event.locale);
  const mayAdd = page.powers.includes('guests.add') && event.state !== 'cancelled' && event.state !== 'ended';
  const add = mayAdd && (
    <a class="main" href={page.inHost(`/events/${event.eventId}/guests/add`)}>
      {texts.add}
    </a>
  );
  const isEmpty = counts.guests === 0 && counts.void === 0;
  return (
    <EventLayout
      event={event}
      page="guests"
      action={
        !isEmpty && (
          <>
            <ExportGuests event={event} />
            {add}
          </>
        )
      }
    >
      {isEmpty ? (
        <EmptyState title={texts.emptyTitle} action={add}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <Section title={texts.list} isTitleHidden>
          <Stats>
            <Stat label={texts.guests} value={write(counts.guests)} />
            <Stat label={texts.cameIn} value={write(counts.cameIn)} />
            <Stat label={texts.void} value={write(counts.void)} />
          </Stats>
          <FilterBar
            filters={[
              { name: 'search', label: texts.search, kind: 'text' },
              ...(ticketTypes.length > 1
                ? [
                    {
                      name: 'type',
                      label: texts.type,
                      kind: 'choice' as const,
                      choices: ticketTypes.map(({ ticketTypeId, name }) => ({
                        value: ticketTypeId,
                        label: name,
                      })),
                    },
                  ]
                : []),
              { name: 'state', label: texts.state, kind: 'choice', choices: choicesOf(texts.states) },
              { name: 'how', label: texts.how, kind: 'choice', choices: choicesOf(texts.hows) },
            ]}
          />
          {rows.length === 0 ? (
            <EmptyState title={texts.nothingTitle}>{texts.nothingText}</EmptyState>
          ) : (
            <div class="short-rows guest-rows">
              <DataTable
                caption={texts.list}
                columns={guestColumns(texts, page, event.kind === 'seat_map')}
                rows={rows}
                keyOf={(guest) => guest.ticketId}
                more={more}
              />
            </div>
          )}
        </Section>
      )}
    </EventLayout>
  );
}

/** The filtered list as a file. */
function ExportGuests({ event }: { event: ShownEvent }): VNode {
  const { page } = useDashboard();
  const [search, ticketTypeId, state, how] = ['search', 'type', 'state', 'how'].map(
    (name) => queryValue(page, name) || null,
  );
  const filters = {
    search: search ?? null,
    ticketTypeId: ticketTypeId ?? null,
    state: (state ?? null) as GuestState | null,
    how: (how ?? null) as GuestHow | null,
  };
  return (
    <ExportButton
      what="guests"
      filters={{ eventId: event.eventId, ...filters }}
      isFiltered={Object.values(filters).some((value) => value !== null)}
    />
  );
}

const choicesOf = (words: Record<string, string>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const guestColumns = (texts: EventGuestsTexts, page: Page, hasSeats: boolean): Column<ShownGuest>[] => [
  {
    name: 'name',
    label: texts.name,
    isRowHeader: true,
    cell: ({ firstName, lastName, email, reference }) => (
      <span class="stack member">
        <a href={page.inHost(`/orders/${reference}`)} dir="auto">
          {firstName} {lastName}
        </a>
        <small class="soft">{email}</small>
      </span>
    ),
  },
  { name: 'type', label: texts.type, cell: ({ typeName }) => <span dir="auto">{typeName}</span> },
  ...(hasSeats
    ? [
        {
          name: 'seat',
          label: texts.seat,
          cell: ({ seat }: ShownGuest) => (seat ? texts.seatOf(seat) : texts.noSeat),
        },
      ]
    : []),
  {
    name: 'state',
    label: texts.state,
    cell: ({ state }) => <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>,
  },
  { name: 'how', label: texts.how, cell: ({ how }) => texts.hows[how] },
  {
    name: 'order',
    label: texts.order,
    cell: ({ reference }) => <span class="order-reference">{reference}</span>,
  },
];
