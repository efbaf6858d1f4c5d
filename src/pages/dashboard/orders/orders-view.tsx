import type { VNode } from 'preact';
import type { ShownOrder } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { ExportButton } from '../components/export-dialog/export-button.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useMoreRows, type MoreRows } from '../components/use-more-rows.ts';
import { useChosenOrders } from './chosen-orders.tsx';
import { orderColumns } from './order-columns.tsx';
import { orderFilters } from './order-filters.ts';
import { ResendAll } from './resend-all.tsx';
import { ResendingProgress } from './resending-progress.tsx';
import { ShownSums } from './shown-sums.tsx';
import { useOrdersTexts } from './texts.ts';

type Props = ViewProps<'orders' | 'eventOrders'>;

/** The orders of a host, or of one event. */
export function OrdersView(props: Props): VNode {
  const { data } = props;
  const { orders: texts } = useOrdersTexts();
  if (data.event)
    return (
      <EventLayout event={data.event} page="orders" action={<ExportOrders {...props} />}>
        <OrderList {...props} />
      </EventLayout>
    );
  return (
    <>
      <PageHeader title={texts.title} action={<ExportOrders {...props} />}>
        {texts.intro}
      </PageHeader>
      <OrderList {...props} />
    </>
  );
}

/** Exports the list as a file; nothing if there are no orders yet. */
function ExportOrders({ data }: Props): VNode | null {
  const { event, orders, query } = data;
  const isFiltered = Object.values(query).some((value) => value !== '');
  if (orders.length === 0 && !isFiltered) return null;
  const filters = {
    eventId: event?.eventId ?? (query.event || null),
    search: query.search.trim() || null,
    status: query.status || null,
    source: query.source || null,
    wayOfPayment: query.payment || null,
    ticketTypeId: query.type || null,
    promoCode: query.promo.trim() || null,
    from: query.from || null,
    to: query.to || null,
    needsAttention: query.attention === 'yes',
    clock: event ? ('event' as const) : ('host' as const),
  };
  return <ExportButton what="orders" filters={filters} isFiltered={isFiltered} />;
}

function OrderList({ data }: Props): VNode {
  const texts = useOrdersTexts();
  const { page } = useDashboard();
  const { orders: words } = texts;
  const { event, timezone, query } = data;
  const { rows, more } = useMoreRows<'orders', ShownOrder>(data, ({ orders, nextCursor }) => ({
    rows: orders,
    next: nextCursor,
  }));
  const { choice, bar } = useChosenOrders(data);
  const isFiltered = Object.values(query).some((value) => value !== '');
  if (rows.length === 0 && !isFiltered) {
    const up = event
      ? { href: page.inHost(`/events/${event.eventId}`), label: words.toEvent }
      : { href: page.inHost('/events'), label: words.toEvents };
    return (
      <EmptyState
        title={words.firstTitle}
        action={
          <a class="second" href={up.href}>
            {up.label}
          </a>
        }
      >
        {words.firstText}
      </EmptyState>
    );
  }
  return (
    <>
      <ResendingProgress shown={data.resending} />
      <FilterBar {...orderFilters(texts, data)} />
      {rows.length === 0 ? (
        <Nothing more={more} />
      ) : (
        <div class="short-rows order-rows">
          <DataTable
            caption={words.list}
            columns={orderColumns(texts, { page, timezone, hasEvent: event === null })}
            rows={rows}
            keyOf={({ orderId }) => orderId}
            choice={choice}
            more={more}
          />
        </div>
      )}
      {bar}
      <ResendAll data={data} isFiltered={isFiltered} hasRows={rows.length > 0} />
      <ShownSums orders={rows} />
      <p class="soft">{words.zone(timezone)}</p>
    </>
  );
}

/** A search with few matches stops after a while; this link continues it. */
function Nothing({ more }: { more: MoreRows | null }): VNode {
  const { orders: words } = useOrdersTexts();
  if (!more) return <EmptyState title={words.nothingTitle}>{words.nothingText}</EmptyState>;
  const action = (
    <a class="second" href={more.href}>
      {words.farther}
    </a>
  );
  return (
    <EmptyState title={words.fartherTitle} action={action}>
      {words.fartherText}
    </EmptyState>
  );
}
