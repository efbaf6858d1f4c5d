import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ExportButton } from '../components/export-dialog/export-button.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { useMoreRows } from '../components/use-more-rows.ts';
import { writeMoney } from '../components/write-money.ts';
import type { InvoicesView as Data } from './data.ts';
import { InvoiceSettingsForm } from './invoice-settings-form.tsx';
import { writeDate } from '../components/write-date.ts';
import { useInvoicesTexts } from './texts.ts';

type Row = Data['invoices'][number];

/** The invoices of a host, and how it makes them. */
export function InvoicesView({ data }: ViewProps<'invoices'>): VNode {
  const { invoices: texts } = useInvoicesTexts();
  const { page } = useDashboard();
  return (
    <>
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      <InvoiceList data={data} />
      {page.powers.includes('invoices.manage') && <InvoiceSettingsForm data={data} />}
    </>
  );
}

function InvoiceList({ data }: { data: Data }): VNode {
  const { invoices: texts } = useInvoicesTexts();
  const { rows, more } = useMoreRows<'invoices', Row>(data, ({ invoices, nextCursor }) => ({
    rows: invoices,
    next: nextCursor,
  }));
  const isFiltered = data.query.from !== '' || data.query.to !== '';
  if (rows.length === 0 && !isFiltered)
    return (
      <EmptyState title={texts.emptyTitle}>
        {data.settings.forOrders === 'none' ? texts.offText : texts.emptyText}
      </EmptyState>
    );
  return (
    <Section title={texts.list} action={rows.length > 0 && <Files data={data} />}>
      <FilterBar
        filters={[
          { kind: 'date', name: 'from', label: texts.from },
          { kind: 'date', name: 'to', label: texts.to },
        ]}
      />
      {data.sums.map((sum) => {
        const of = { locale: data.locale, currency: sum.currency };
        return (
          <p key={sum.currency} class="soft">
            {texts.sums({
              invoices: writeMoney(sum.invoicedMinor, of),
              notes: writeMoney(sum.creditedMinor, of),
            })}
          </p>
        );
      })}
      {rows.length === 0 ? (
        <EmptyState title={texts.noneTitle}>{texts.noneText}</EmptyState>
      ) : (
        <DataTable
          caption={texts.list}
          columns={useColumns(data)}
          rows={rows}
          keyOf={({ id }) => id}
          more={more}
        />
      )}
    </Section>
  );
}

/** For the accountant, of the days that are shown. */
function Files({ data: { query } }: { data: Data }): VNode {
  const filters = { eventId: null, from: query.from || null, to: query.to || null };
  const isFiltered = filters.from !== null || filters.to !== null;
  return (
    <div class="actions">
      <ExportButton what="invoices" filters={filters} isFiltered={isFiltered} />
      <ExportButton what="invoice_files" filters={filters} isFiltered={isFiltered} />
    </div>
  );
}

function useColumns({ locale }: Data): Column<Row>[] {
  const { invoices: texts } = useInvoicesTexts();
  const { page } = useDashboard();
  return [
    {
      name: 'number',
      label: texts.number,
      isRowHeader: true,
      cell: ({ id, number, kind }) => (
        <>
          <a href={page.inHost(`/invoices/${id}/file`)} download>
            {number}
          </a>{' '}
          <small class="soft">{texts.kinds[kind]}</small>
        </>
      ),
    },
    { name: 'issued', label: texts.issuedOn, cell: ({ issuedOn }) => writeDate(issuedOn, locale) },
    {
      name: 'order',
      label: texts.order,
      cell: ({ orderReference }) => <a href={page.inHost(`/orders/${orderReference}`)}>{orderReference}</a>,
    },
    { name: 'buyer', label: texts.buyer, cell: ({ buyer }) => <span dir="auto">{buyer}</span> },
    {
      name: 'amount',
      label: texts.amount,
      isFigure: true,
      cell: ({ grossMinor, currency, kind }) =>
        `${kind === 'credit_note' ? '−' : ''}${writeMoney(grossMinor, { locale, currency })}`,
    },
    {
      name: 'tax',
      label: texts.tax,
      isFigure: true,
      cell: ({ taxMinor, currency, kind }) =>
        `${kind === 'credit_note' && taxMinor > 0 ? '−' : ''}${writeMoney(taxMinor, { locale, currency })}`,
    },
  ];
}
