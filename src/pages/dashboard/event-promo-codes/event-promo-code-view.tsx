import type { VNode } from 'preact';
import type { EventPromoCodeView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Menu } from '../components/menu.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { useMoreRows } from '../components/use-more-rows.ts';
import { writeMoney } from '../components/write-money.ts';
import { useCodeActions } from './code-actions.tsx';
import { codeColumns } from './code-columns.tsx';
import { codesPath } from './code-dialogs.tsx';
import { useEventPromoCodesTexts } from './texts.ts';

type Order = NonNullable<Data['orders']>[number];

/** One promo code, and the orders that used it. */
export function EventPromoCodeView({ data }: ViewProps<'eventPromoCode'>): VNode {
  const { texts: shared, router, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const list = page.inHost(codesPath(data));
  const actions = useCodeActions(data, () => router.go(list));
  const { rows, more } = useMoreRows<'eventPromoCode', Order>(data, ({ orders, nextCursor }) => ({
    rows: orders ?? [],
    next: nextCursor,
  }));
  const { event } = data;
  const columns: Column<Order>[] = [
    {
      name: 'order',
      label: texts.order,
      isRowHeader: true,
      cell: ({ reference }) => <a href={page.inHost(`/orders/${reference}`)}>{reference}</a>,
    },
    { name: 'status', label: texts.status, cell: ({ status }) => shared.order.states[status] },
    { name: 'total', label: texts.total, cell: ({ totalMinor }) => writeMoney(totalMinor, event) },
    { name: 'less', label: texts.less, cell: ({ discountMinor }) => writeMoney(discountMinor, event) },
    { name: 'ordered', label: texts.ordered, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
  return (
    <EventLayout event={event} page="promoCodes">
      <p>
        <a href={list}>{texts.back}</a>
      </p>
      <Section title={data.code.code}>
        <DataTable
          caption={data.code.code}
          columns={codeColumns(texts, page, data)}
          rows={[data.code]}
          keyOf={(code) => code.promoCodeId}
          actions={(code) => (
            <Menu
              id={`code-${code.promoCodeId}`}
              label={shared.parts.actionsOf(code.code)}
              items={actions.itemsOf(code)}
            />
          )}
        />
      </Section>
      {data.orders && (
        <Section title={texts.orders}>
          {rows.length === 0 ? (
            <p class="soft">{texts.ordersEmpty}</p>
          ) : (
            <DataTable
              caption={texts.orders}
              columns={columns}
              rows={rows}
              keyOf={({ orderId }) => orderId}
              more={more}
            />
          )}
        </Section>
      )}
      {actions.dialogs}
    </EventLayout>
  );
}
