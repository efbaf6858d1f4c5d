import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { writeMoney } from '../components/write-money.ts';
import type { TransfersView as Data } from './data.ts';
import { StatementSection } from './statement-section.tsx';
import { useBankTransferTexts } from './texts.ts';

type Waiting = Data['waiting'][number];

/** The orders that wait for a bank transfer. */
export function TransfersView({ data }: ViewProps<'transfers'>): VNode {
  const texts = useBankTransferTexts();
  const { page, texts: shared } = useDashboard();
  const mayGoUp = page.powers.includes('payment_accounts.see');
  const above = { href: page.inHost('/payment-accounts'), label: shared.shell.pages.paymentAccounts };
  const columns: Column<Waiting>[] = [
    {
      name: 'reference',
      label: texts.reference,
      isRowHeader: true,
      cell: ({ reference }) => <a href={page.inHost(`/orders/${reference}`)}>{reference}</a>,
    },
    { name: 'buyer', label: texts.buyer, cell: ({ buyer }) => <bdi>{buyer}</bdi> },
    { name: 'event', label: texts.event, cell: ({ event }) => <bdi>{event}</bdi> },
    {
      name: 'amount',
      label: texts.amount,
      isFigure: true,
      cell: ({ totalMinor, currency }) => writeMoney(totalMinor, { locale: page.locale, currency }),
    },
    { name: 'payBy', label: texts.payBy, cell: ({ payBy }) => <Moment at={payBy} /> },
  ];
  return (
    <>
      <PageHeader title={texts.transfers} {...(mayGoUp && { back: above })}>
        {texts.transfersIntro}
      </PageHeader>
      <Section title={texts.transfers} isTitleHidden>
        {data.waiting.length === 0 ? (
          <p class="soft">{texts.noTransfers}</p>
        ) : (
          <DataTable
            caption={texts.transfers}
            columns={columns}
            rows={data.waiting}
            keyOf={({ reference }) => reference}
          />
        )}
      </Section>
      <StatementSection />
    </>
  );
}
