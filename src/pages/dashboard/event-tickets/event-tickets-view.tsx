import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ShownTicketType } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { LiveEvent } from '../live/server/live-figures.ts';
import type { ViewProps } from '../contract.ts';
import { LiveMark } from '../live/live-mark.tsx';
import { useLiveFigures } from '../live/use-live-figures.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import type { TaxRate } from '../../../rules/taxes.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Message } from '../../shared/message.tsx';
import { Section } from '../components/section.tsx';
import { findSharedNames } from './find-shared-names.ts';
import { useEventTicketsTexts } from './texts.ts';
import { AddTypeDialog, EditTypeDialog, type Preset } from './type-dialog.tsx';
import { TypeActions } from './type-actions.tsx';
import { TypeRow } from './type-row.tsx';
import { mayShare } from './pool-dialog.tsx';
import { PoolDialogs, type OpenPool } from './pool-dialogs.tsx';
import { Pools } from './pools.tsx';
import { useSelling, type Selling } from './use-selling.tsx';
import { useSorting } from '../components/use-sorting.ts';

type Open =
  | { dialog: 'add'; preset?: Preset }
  | { dialog: 'edit' | 'delete' | 'price'; type: ShownTicketType }
  | OpenPool
  | null;

/** The ticket types of an event: prices, quantities and sale dates. */
export function EventTicketsView({ data }: ViewProps<'eventTickets'>): VNode {
  const texts = useEventTicketsTexts();
  const open = useSignal<Open>(null);
  const said = useSignal('');
  const news = useLiveFigures([data.event.eventId]);
  const live = news.events.get(data.event.eventId);
  const event = live ? { ...data.event, state: live.state, figures: live.figures } : data.event;
  const types = withNews(data.types, live);
  const selling = useSelling({ event, types });
  const sorting = useSorting({
    ids: types.map(({ ticketTypeId }) => ticketTypeId),
    onSorted: selling.saveOrder,
    onMoved: (id, nr) => {
      const name = types.find(({ ticketTypeId }) => ticketTypeId === id)?.name ?? '';
      said.value = texts.moved({ name, nr, of: types.length });
    },
  });
  const show = (next: Open): void => void (open.value = next);
  const addButton = (
    <button type="button" class="main" onClick={() => show({ dialog: 'add' })}>
      {texts.add}
    </button>
  );

  return (
    <EventLayout
      event={event}
      page="tickets"
      beside={<LiveMark state={news.state} />}
      action={types.length > 0 && addButton}
    >
      {types.length === 0 ? (
        <EmptyState
          title={texts.emptyTitle}
          action={<Presets onChoose={(preset) => show({ dialog: 'add', ...(preset && { preset }) })} />}
        >
          {texts.emptyText}
        </EmptyState>
      ) : (
        <Section title={texts.list} isTitleHidden>
          <div class="row wrap spread gap-s-m below-s">
            <p class="soft">{texts.intro}</p>
            <div class="cluster gap-s">
              {mayShare(types, null).length > 1 && (
                <button type="button" class="second" onClick={() => show({ dialog: 'share' })}>
                  {texts.share}
                </button>
              )}
              {selling.all}
            </div>
          </div>
          <Namesakes types={types} />
          <p id="grip-hint" hidden>
            {texts.gripHint}
          </p>
          <ol class="stack shrink gap-s" ref={sorting.list} data-sorting={sorting.draggedId !== null}>
            {sorting.order.map((id, index) => {
              const type = types.find(({ ticketTypeId }) => ticketTypeId === id);
              return (
                type && (
                  <TypeRow
                    key={id}
                    event={event}
                    type={type}
                    nr={index + 1}
                    sorting={sorting}
                    seatsOf={types.find(({ ticketTypeId }) => ticketTypeId === type.seatsOf)}
                    pool={data.pools.find(({ poolId }) => poolId === type.poolId)}
                    actions={
                      <TypeActions
                        type={type}
                        nr={index + 1}
                        sorting={sorting}
                        selling={selling}
                        onAddPrice={() => show({ dialog: 'price', type })}
                        onEdit={() => show({ dialog: 'edit', type })}
                        onDelete={() => show({ dialog: 'delete', type })}
                      />
                    }
                  />
                )
              );
            })}
          </ol>
          <Said text={said.value} />
        </Section>
      )}
      {data.pools.length > 0 && (
        <Pools
          {...{ event, types }}
          pools={data.pools}
          onEdit={(pool) => show({ dialog: 'editPool', pool })}
          onDissolve={(pool) => show({ dialog: 'dissolve', pool })}
        />
      )}
      <Dialogs {...{ event, types, taxRates: data.taxRates, selling, opened: open }} />
    </EventLayout>
  );
}

/** Warns of names that several ticket types have: buyers could not tell them apart. */
function Namesakes({ types }: { types: readonly ShownTicketType[] }): VNode {
  const texts = useEventTicketsTexts();
  return (
    <>
      {findSharedNames(types).map((name) => (
        <Message key={name} tone="warn">
          {texts.sameName(name)}
        </Message>
      ))}
    </>
  );
}

const Said = ({ text }: { text: string }): VNode => (
  <span class="aloud" role="status">
    {text}
  </span>
);

/** The open dialog. */
function Dialogs({
  event,
  types,
  taxRates,
  selling,
  opened,
}: {
  event: ShownEvent;
  types: ShownTicketType[];
  taxRates: TaxRate[];
  selling: Selling;
  opened: Signal<Open>;
}): VNode {
  const texts = useEventTicketsTexts();
  const open = opened.value;
  const onClose = (): void => void (opened.value = null);
  return (
    <>
      <PoolDialogs {...{ event, types }} open={open} onClose={onClose} />
      {open?.dialog === 'add' && (
        <AddTypeDialog {...{ event, taxRates }} preset={open.preset} onClose={onClose} />
      )}
      {open?.dialog === 'price' && (
        <AddTypeDialog {...{ event, taxRates }} seatsOf={open.type} onClose={onClose} />
      )}
      {open?.dialog === 'edit' && (
        <EditTypeDialog {...{ event, taxRates }} type={open.type} onClose={onClose} />
      )}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle(open.type.name)}
          confirm={texts.deleteButton}
          onConfirm={selling.remove.bind(null, open.type, onClose)}
          onClose={onClose}
        >
          {texts.deleteText}
        </ConfirmDialog>
      )}
    </>
  );
}

const withNews = (types: ShownTicketType[], live: LiveEvent | undefined): ShownTicketType[] =>
  types.map((type) => {
    const found = live?.types.find(({ ticketTypeId }) => ticketTypeId === type.ticketTypeId);
    return found ? { ...type, status: found.status, figures: found.figures } : type;
  });

/** Presets for the first ticket type. */
function Presets({ onChoose }: { onChoose: (preset?: Preset) => void }): VNode {
  const texts = useEventTicketsTexts();
  return (
    <div class="cluster gap-s center" role="group" aria-label={texts.presets}>
      {texts.presetList.map((preset) => (
        <button key={preset.name} type="button" class="second" onClick={() => onChoose(preset)}>
          {preset.name}
        </button>
      ))}
      <button type="button" class="plain" onClick={() => onChoose()}>
        {texts.ownPreset}
      </button>
    </div>
  );
}
