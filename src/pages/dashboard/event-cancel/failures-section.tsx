import type { VNode } from 'preact';
import type { EventCancelView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Section } from '../components/section.tsx';
import { useAction } from '../components/use-action.ts';
import { writeMoney } from '../components/write-money.ts';
import { useEventCancelTexts } from './texts.ts';

type Failure = NonNullable<Data['cancellation']>['failures'][number];

// The server's limit for this list.
const MAX_SHOWN = 100;

/** The orders whose refunds failed, with the reason and the remedy. */
export function FailuresSection({ data, failures }: { data: Data; failures: Failure[] }): VNode {
  const { send, page } = useDashboard();
  const texts = useEventCancelTexts();
  const { event } = data;
  const mayRetry = page.powers.includes('events.refund');
  const retry = (path: string): Promise<void> =>
    send(page.inHost(`/events/${event.eventId}/cancel${path}`), { told: texts.retried });
  const all = useAction(() => retry('/retry'));
  const columns: Column<Failure>[] = [
    {
      name: 'order',
      label: texts.order,
      isRowHeader: true,
      cell: ({ reference }) => <a href={page.inHost(`/orders/${reference}`)}>{reference}</a>,
    },
    { name: 'why', label: texts.why, cell: ({ note }) => note ?? texts.noWhy },
    {
      name: 'amount',
      label: texts.amount,
      isFigure: true,
      cell: ({ amountMinor, currency }) => writeMoney(amountMinor, { locale: event.locale, currency }),
    },
  ];
  return (
    <Section
      title={texts.failures}
      intro={
        <>
          {texts.failuresIntro} <code>{texts.settleCommand}</code>
        </>
      }
      action={
        mayRetry && (
          <button
            type="button"
            class="second"
            aria-busy={all.isBusy}
            aria-disabled={all.isBusy}
            onClick={all.run}
          >
            {texts.retryAll}
          </button>
        )
      }
    >
      <DataTable
        caption={texts.failures}
        columns={columns}
        rows={failures}
        keyOf={({ orderId }) => orderId}
        {...(mayRetry && {
          actions: ({ refundId, reference }: Failure) =>
            refundId !== null && (
              <RetryButton label={reference} onPress={() => retry(`/refunds/${refundId}/retry`)} />
            ),
        })}
      />
      {failures.length === MAX_SHOWN && <p class="soft">{texts.moreFailures(MAX_SHOWN)}</p>}
    </Section>
  );
}

function RetryButton({ label, onPress }: { label: string; onPress: () => Promise<void> }): VNode {
  const texts = useEventCancelTexts();
  const action = useAction(onPress);
  return (
    <button
      type="button"
      class="second"
      aria-label={`${texts.retry}: ${label}`}
      aria-busy={action.isBusy}
      aria-disabled={action.isBusy}
      onClick={action.run}
    >
      {texts.retry}
    </button>
  );
}
