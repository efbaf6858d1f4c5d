import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { DeliveryLog, EventIntegrationsView as Data, ShownDelivery } from './data.ts';
import { LiveMark } from '../live/live-mark.tsx';
import type { LiveState } from '../live/follow-stream.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FilterBar, type Filter } from '../components/filter-bar.tsx';
import { Moment } from '../components/moment.tsx';
import { Progress } from '../components/progress.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import type { MoreRows } from '../components/use-more-rows.ts';
import { useDashboard } from '../dashboard.ts';
import { queryValue } from '../paths.ts';
import { SendFailedDialog } from './send-failed-dialog.tsx';
import { useEventIntegrationsTexts, type EventIntegrationsTexts } from './texts.ts';

const TONES = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const;
const FILTERS = ['status', 'type', 'receiver', 'search'];

/** The log of deliveries, live. */
export function DeliverySection({
  address,
  removedReceivers,
  live,
}: {
  address: string;
  removedReceivers: Data['removedReceivers'];
  live: { log: DeliveryLog; state: LiveState; more: MoreRows | null; lookNow: () => Promise<void> };
}): VNode {
  const texts = useEventIntegrationsTexts();
  const { page } = useDashboard();
  const isSending = useSignal(false);
  /** The number of deliveries resent by the last press. */
  const sent = useSignal(0);
  const { log, state, more, lookNow } = live;
  const isFiltered = FILTERS.some((name) => queryValue(page, name) !== '');
  const ended = Math.max(0, sent.value - log.pending);
  const hasGivenUp = log.receivers.some(({ givenUp }) => givenUp > 0);
  return (
    <Section
      title={texts.log}
      intro={texts.logIntro}
      action={
        <div class="actions log-actions">
          <LiveMark state={state} />
          {hasGivenUp && (
            <button type="button" class="second" onClick={() => (isSending.value = true)}>
              {texts.sendFailed}
            </button>
          )}
        </div>
      }
    >
      {sent.value > 0 && ended < sent.value && (
        <Progress label={texts.progress({ done: ended, of: sent.value })} done={ended} of={sent.value} />
      )}
      {(log.deliveries.length > 0 || isFiltered) && (
        <FilterBar filters={filtersOf(texts, log.receivers, removedReceivers)} />
      )}
      {log.deliveries.length === 0 ? (
        <EmptyState title={isFiltered ? texts.noMatchTitle : texts.noneTitle}>
          {isFiltered ? texts.noMatchText : texts.noneText}
        </EmptyState>
      ) : (
        <DataTable
          caption={texts.log}
          columns={columnsOf(texts, address)}
          rows={log.deliveries}
          keyOf={({ deliveryId }) => deliveryId}
          more={more}
        />
      )}
      {isSending.value && (
        <SendFailedDialog
          address={address}
          onSent={async (count) => {
            sent.value = count;
            await lookNow();
          }}
          onClose={() => (isSending.value = false)}
        />
      )}
    </Section>
  );
}

const filtersOf = (
  texts: EventIntegrationsTexts,
  receivers: DeliveryLog['receivers'],
  removedReceivers: Data['removedReceivers'],
): Filter[] => [
  { kind: 'text', name: 'search', label: texts.filters.search, placeholder: texts.filters.searchHint },
  { kind: 'choice', name: 'status', label: texts.filters.status, choices: choicesOf(texts.statuses) },
  { kind: 'choice', name: 'type', label: texts.filters.type, choices: choicesOf(texts.types) },
  {
    kind: 'choice',
    name: 'receiver',
    label: texts.filters.receiver,
    choices: [
      ...receivers.map(({ subscriptionId, url }) => ({ value: subscriptionId, label: url })),
      ...removedReceivers.map(({ subscriptionId, url }) => ({
        value: subscriptionId,
        label: texts.removed(url),
      })),
    ],
  },
];

const choicesOf = (words: Record<string, string>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const columnsOf = (texts: EventIntegrationsTexts, address: string): Column<ShownDelivery>[] => [
  {
    name: 'delivery',
    label: texts.delivery,
    isRowHeader: true,
    cell: ({ deliveryId, eventType, reference, isAgain }) => (
      <>
        <a class="tap event-name" href={`${address}/deliveries/${deliveryId}`}>
          {eventType === 'WEBHOOK_TEST' ? texts.types.WEBHOOK_TEST : reference}
        </a>
        {isAgain && <small class="soft event-when">{texts.again}</small>}
      </>
    ),
  },
  {
    name: 'status',
    label: texts.status,
    cell: ({ status, failure }) => (
      <>
        <StatusBadge tone={TONES[status]}>{texts.statuses[status]}</StatusBadge>
        {failure !== null && <small class="soft event-when">{failure}</small>}
      </>
    ),
  },
  {
    name: 'answer',
    label: texts.answer,
    cell: ({ statusCode, durationMs }) => (
      <>
        {statusCode ?? texts.noAnswer}
        {durationMs !== null && <small class="soft event-when">{texts.inMs(durationMs)}</small>}
      </>
    ),
  },
  { name: 'attempts', label: texts.attempts, isFigure: true, cell: ({ attempts }) => String(attempts) },
  {
    name: 'receiver',
    label: texts.receiver,
    cell: ({ url }) => <span class="receiver-url">{url}</span>,
  },
  { name: 'at', label: texts.at, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];
