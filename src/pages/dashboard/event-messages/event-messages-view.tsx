import type { VNode } from 'preact';
import type { ShownMessage } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { type Page, useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useLookAgain } from '../components/use-look-again.ts';
import { useMoreRows } from '../components/use-more-rows.ts';
import { AutomaticMails } from './automatic-mails.tsx';
import { AllowanceLine } from './allowance-line.tsx';
import { TONES, whomOf } from './message-whom.ts';
import { useMessageTexts, type MessageTexts } from './texts.ts';

/** The messages to an event's ticket holders. */
export function EventMessagesView({ data }: ViewProps<'eventMessages'>): VNode {
  const texts = useMessageTexts();
  const { page } = useDashboard();
  const path = `/events/${data.event.eventId}/messages`;
  const { rows, more } = useMoreRows<'eventMessages', ShownMessage>(data, ({ messages, nextCursor }) => ({
    rows: messages,
    next: nextCursor,
  }));
  useLookAgain(rows.some(({ state }) => state === 'sending' || state === 'gathering'));
  const write = (
    <a class="main" href={page.inHost(`${path}/new`)}>
      {texts.write}
    </a>
  );
  return (
    <EventLayout event={data.event} page="messages" action={rows.length > 0 && write}>
      {rows.length === 0 ? (
        <EmptyState title={texts.emptyTitle} action={write}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <Section title={texts.list} isTitleHidden>
          <AllowanceLine allowance={data.allowance} />
          <DataTable
            caption={texts.list}
            columns={columnsOf(texts, page, path)}
            rows={rows}
            keyOf={({ messageId }) => messageId}
            more={more}
          />
        </Section>
      )}
      <AutomaticMails event={data.event} mails={data.automatic} />
    </EventLayout>
  );
}

const columnsOf = (texts: MessageTexts, page: Page, path: string): Column<ShownMessage>[] => [
  {
    name: 'subject',
    label: texts.subject,
    isRowHeader: true,
    cell: ({ messageId, subject }) => <a href={page.inHost(`${path}/${messageId}`)}>{subject}</a>,
  },
  { name: 'to', label: texts.to, cell: (message) => whomOf(texts, message) },
  { name: 'by', label: texts.sentBy, cell: ({ by }) => by ?? texts.somebody },
  { name: 'when', label: texts.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'state',
    label: texts.state,
    cell: ({ state }) => <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>,
  },
  {
    name: 'sent',
    label: texts.reached,
    isFigure: true,
    cell: (message) => (
      <>
        {texts.reachedOf(message)}
        {message.refused > 0 && (
          <>
            <br />
            <small class="soft">{texts.refusedNote(message.refused)}</small>
          </>
        )}
      </>
    ),
  },
];
