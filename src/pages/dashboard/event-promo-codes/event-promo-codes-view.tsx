import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ShownPromoCode } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { ExportButton } from '../components/export-dialog/export-button.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { Menu } from '../components/menu.tsx';
import { Section } from '../components/section.tsx';
import { useMoreRows } from '../components/use-more-rows.ts';
import { withQuery } from '../paths.ts';
import { AddCodeDialog, codesPath } from './code-dialogs.tsx';
import { useCodeActions } from './code-actions.tsx';
import { codeColumns } from './code-columns.tsx';
import { ListDialog, MakeCodesDialog } from './many-dialogs.tsx';
import { useEventPromoCodesTexts } from './texts.ts';

/** Codes that take something off the price. */
export function EventPromoCodesView({ data }: ViewProps<'eventPromoCodes'>): VNode {
  const { texts: shared, page } = useDashboard();
  const texts = useEventPromoCodesTexts();
  const open = useSignal<'add' | 'make' | 'list' | null>(null);
  const actions = useCodeActions(data);
  const { rows, more } = useMoreRows<'eventPromoCodes', ShownPromoCode>(data, ({ codes, nextCursor }) => ({
    rows: codes,
    next: nextCursor,
  }));
  const dialog = { about: data, onClose: () => void (open.value = null) };
  const addButton = (
    <button type="button" class="main" onClick={() => (open.value = 'add')}>
      {texts.add}
    </button>
  );
  const manyButtons = (
    <div class="actions">
      <button type="button" class="second" onClick={() => (open.value = 'make')}>
        {texts.many}
      </button>
      <button type="button" class="second" onClick={() => (open.value = 'list')}>
        {texts.fromList}
      </button>
      {data.total > 0 && <ExportButton what="promo_uses" filters={{ eventId: data.event.eventId }} />}
      {data.total > 0 && (
        <a class="second" href={withQuery(page.inHost(codesPath(data, '/export')), data.filters)} download>
          {texts.export}
        </a>
      )}
    </div>
  );
  return (
    <EventLayout event={data.event} page="promoCodes" action={data.total > 0 && addButton}>
      {data.total === 0 ? (
        <>
          <EmptyState title={texts.emptyTitle} action={addButton}>
            {texts.emptyText}
          </EmptyState>
          {manyButtons}
        </>
      ) : (
        <Section title={texts.list} isTitleHidden action={manyButtons}>
          <FilterBar
            filters={[
              { name: 'search', label: texts.search, kind: 'text' },
              {
                name: 'state',
                label: texts.state,
                kind: 'choice',
                choices: Object.entries(texts.states).map(([value, label]) => ({ value, label })),
              },
            ]}
          />
          {rows.length === 0 ? (
            <EmptyState title={texts.nothingTitle}>{texts.nothingText}</EmptyState>
          ) : (
            <DataTable
              caption={texts.list}
              columns={codeColumns(texts, page, data)}
              rows={rows}
              keyOf={(code) => code.promoCodeId}
              more={more}
              actions={(code) => (
                <Menu
                  id={`code-${code.promoCodeId}`}
                  label={shared.parts.actionsOf(code.code)}
                  items={actions.itemsOf(code)}
                />
              )}
            />
          )}
        </Section>
      )}
      {open.value === 'add' && <AddCodeDialog {...dialog} />}
      {open.value === 'make' && <MakeCodesDialog {...dialog} />}
      {open.value === 'list' && <ListDialog {...dialog} />}
      {actions.dialogs}
    </EventLayout>
  );
}
