import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { lazily } from '../components/lazily.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import type { OrderInvoices as Invoices, OrderView } from './data.ts';
import { useOrderTexts } from './texts.ts';

// Few people open it.
const InvoiceDialog = lazily(async () => (await import('./invoice-dialog.tsx')).InvoiceDialog);

/** The invoices and credit notes of an order. */
export function OrderInvoices({ order, invoices }: { order: OrderView; invoices: Invoices }): VNode {
  const { invoices: texts } = useOrderTexts();
  const { page } = useDashboard();
  const isOpen = useSignal(false);
  const { issued, isUnderWay, mayChange } = invoices;
  const maySee = page.powers.includes('invoices.see');
  return (
    <Section
      title={texts.heading}
      action={
        mayChange &&
        page.powers.includes('orders.change') && (
          <button type="button" class="second" onClick={() => (isOpen.value = true)}>
            {issued.length > 0 ? texts.change : texts.make}
          </button>
        )
      }
    >
      <ul class="order-invoices">
        {issued.map(({ id, number, kind, isInForce }) => (
          <li key={id}>
            {maySee ? (
              <a href={page.inHost(`/invoices/${id}/file`)} download>
                {texts.kinds[kind]} {number}
              </a>
            ) : (
              <>
                {texts.kinds[kind]} {number}
              </>
            )}{' '}
            {isInForce && <StatusBadge tone="good">{texts.inForce}</StatusBadge>}
          </li>
        ))}
      </ul>
      {isUnderWay && <p class="soft">{texts.underWay}</p>}
      {!isUnderWay && issued.length === 0 && <p class="soft">{texts.none}</p>}
      {isOpen.value && (
        <InvoiceDialog order={order} invoices={invoices} onClose={() => void (isOpen.value = false)} />
      )}
    </Section>
  );
}
