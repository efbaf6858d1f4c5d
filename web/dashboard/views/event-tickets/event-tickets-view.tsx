import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ShownTicketType } from '../../../../src/dashboard/event-tickets/event-tickets-view.ts';
import type { LiveEvent } from '../../../../src/dashboard/live/live-figures.ts';
import type { ViewProps } from '../../contract.ts';
import { LiveMark } from '../../live/live-mark.tsx';
import { useLiveFigures } from '../../live/use-live-figures.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { EventFrame } from '../../parts/event-frame.tsx';
import { Section } from '../../parts/section.tsx';
import { useEventTicketsTexts } from './texts/texts.ts';
import { AddTypeDialog, EditTypeDialog, type Preset } from './type-dialog.tsx';
import { TypeActions } from './type-actions.tsx';
import { TypeRow } from './type-row.tsx';
import { useSelling } from './use-selling.tsx';
import { useSorting } from '../../parts/use-sorting.ts';

type Open = { dialog: 'add'; preset?: Preset } | { dialog: 'edit' | 'delete'; type: ShownTicketType } | null;

/** What is sold: prices, how many there are, and when. */
export function EventTicketsView({ data, frame }: ViewProps<'eventTickets'>): VNode {
  const texts = useEventTicketsTexts();
  const open = useSignal<Open>(null);
  const said = useSignal('');
  const close = (): void => void (open.value = null);
  const news = useLiveFigures(frame, [data.event.eventId]);
  const live = news.events.get(data.event.eventId);
  const event = live ? { ...data.event, state: live.state, figures: live.figures } : data.event;
  const types = withNews(data.types, live);
  const selling = useSelling({ frame, event, types });
  const sorting = useSorting({
    ids: types.map(({ ticketTypeId }) => ticketTypeId),
    onSorted: selling.saveOrder,
    onMoved: (id, nr) => {
      const name = types.find(({ ticketTypeId }) => ticketTypeId === id)?.name ?? '';
      said.value = texts.moved(name, nr, types.length);
    },
  });
  const addButton = (
    <button type="button" class="main" onClick={() => (open.value = { dialog: 'add' })}>
      {texts.add}
    </button>
  );

  return (
    <EventFrame
      event={event}
      frame={frame}
      page="tickets"
      beside={<LiveMark state={news.state} />}
      action={types.length > 0 && addButton}
    >
      {types.length === 0 ? (
        <EmptyState
          title={texts.emptyTitle}
          action={
            <Presets onChoose={(preset) => (open.value = { dialog: 'add', ...(preset && { preset }) })} />
          }
        >
          {texts.emptyText}
        </EmptyState>
      ) : (
        <Section title={texts.list} isTitleHidden>
          <div class="types-head">
            <p class="soft">{texts.intro}</p>
            {selling.all}
          </div>
          <p id="grip-hint" hidden>
            {texts.gripHint}
          </p>
          <ol class="ticket-types" ref={sorting.list} data-sorting={sorting.draggedId !== null}>
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
                    actions={
                      <TypeActions
                        type={type}
                        nr={index + 1}
                        sorting={sorting}
                        selling={selling}
                        onEdit={() => (open.value = { dialog: 'edit', type })}
                        onDelete={() => (open.value = { dialog: 'delete', type })}
                      />
                    }
                  />
                )
              );
            })}
          </ol>
          <span class="aloud" role="status">
            {said.value}
          </span>
        </Section>
      )}
      {open.value?.dialog === 'add' && (
        <AddTypeDialog frame={frame} event={event} preset={open.value.preset} onClose={close} />
      )}
      {open.value?.dialog === 'edit' && (
        <EditTypeDialog frame={frame} event={event} type={open.value.type} onClose={close} />
      )}
      {open.value?.dialog === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle(open.value.type.name)}
          confirm={texts.deleteButton}
          onConfirm={selling.remove.bind(null, open.value.type, close)}
          onClose={close}
        >
          {texts.deleteText}
        </ConfirmDialog>
      )}
    </EventFrame>
  );
}

const withNews = (types: ShownTicketType[], live: LiveEvent | undefined): ShownTicketType[] =>
  types.map((type) => {
    const found = live?.types.find(({ ticketTypeId }) => ticketTypeId === type.ticketTypeId);
    return found ? { ...type, status: found.status, figures: found.figures } : type;
  });

/** The first one is the hardest: most begin with one of these. */
function Presets({ onChoose }: { onChoose: (preset?: Preset) => void }): VNode {
  const texts = useEventTicketsTexts();
  return (
    <div class="presets" role="group" aria-label={texts.presets}>
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
