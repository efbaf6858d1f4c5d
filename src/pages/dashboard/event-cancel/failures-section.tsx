import type { VNode } from 'preact';
import type { EventCancelView as Data } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Section } from '../components/section.tsx';
import { writeMoney } from '../components/write-money.ts';
import { useEventCancelTexts } from './texts.ts';

type Failure = NonNullable<Data['cancellation']>['failures'][number];

// The server's limit for this list.
const MAX_SHOWN = 100;

/** The orders whose refunds failed, with the reason and the remedy. */
export function FailuresSection({ data, failures }: { data: Data; failures: Failure[] }): VNode {
  const { send, page, texts: shared } = useDashboard();
  const texts = useEventCancelTexts();
  const { event } = data;
  const mayRetry = page.powers.includes('events.refund');
  const retry = (path: string): Promise<void> =>
    send(page.inHost(`/events/${event.eventId}/cancel${path}`), { told: texts.retried });
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
      action={mayRetry && <BusyButton onPress={() => retry('/retry')}>{texts.retryAll}</BusyButton>}
    >
      <DataTable
        caption={texts.failures}
        columns={columns}
        rows={failures}
        keyOf={({ orderId }) => orderId}
        {...(mayRetry && {
          actions: ({ refundId, reference }: Failure) =>
            refundId !== null && (
              <BusyButton
                aria-label={shared.parts.withColon({ before: texts.retry, after: reference })}
                onPress={() => retry(`/refunds/${refundId}/retry`)}
              >
                {texts.retry}
              </BusyButton>
            ),
        })}
      />
      {failures.length === MAX_SHOWN && <p class="soft">{texts.moreFailures(MAX_SHOWN)}</p>}
    </Section>
  );
}
