import type { ComponentChildren, VNode } from 'preact';
import type { ShownPool, ShownTicketType } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { Icon } from '../../shared/icon.tsx';
import { gripIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { EventMoment } from '../components/event-moment.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { writeMoney } from '../components/write-money.ts';
import { StockBar } from './stock-bar.tsx';
import { useEventTicketsTexts } from './texts.ts';
import { gripId, type Sorting } from '../components/use-sorting.ts';

const TONES = {
  AVAILABLE: 'good',
  SOLD_OUT: 'good',
  COMING_SOON: 'waiting',
  SALE_ENDED: 'off',
} as const;

/** A ticket type in the list: its name, its price and its sales. */
export function TypeRow({
  event,
  type,
  nr,
  sorting,
  pool,
  seatsOf,
  actions,
}: {
  event: ShownEvent;
  type: ShownTicketType;
  pool: ShownPool | undefined;
  /** The ticket type whose seats this is a further price for. */
  seatsOf: ShownTicketType | undefined;
  /** Its place, from 1. */
  nr: number;
  sorting: Sorting;
  actions: ComponentChildren;
}): VNode {
  const texts = useEventTicketsTexts();
  const { ticketTypeId: id, name } = type;
  const count = sorting.order.length;
  return (
    <li
      class={`panel ticket-type${seatsOf ? ' price' : ''}`}
      data-sorted={id}
      data-dragged={sorting.draggedId === id}
    >
      {count > 1 && (
        <button
          type="button"
          id={gripId(id)}
          class="icon-only grip"
          aria-label={texts.grip({ name, nr, of: count })}
          title={texts.gripHint}
          aria-describedby="grip-hint"
          onPointerDown={(down) => sorting.onGripDown(id, down)}
          onKeyDown={(press) => sorting.onGripKey(id, press)}
        >
          <Icon path={gripIcon} />
        </button>
      )}
      <div class="stack start gap-2xs can-shrink type-about">
        <div class="row wrap gap-2xs-s type-name">
          <h3 dir="auto">{name}</h3>
          <TypeBadge event={event} type={type} />
        </div>
        {type.description !== '' && (
          <p class="soft type-description" dir="auto">
            {type.description}
          </p>
        )}
        <p class="soft">
          <SaleWindow event={event} type={type} />
          <span class="type-limit">{texts.upTo(type.maximumPerOrder)}</span>
          {seatsOf && (
            <span class="type-limit" dir="auto">
              {texts.priceFor(seatsOf.name)}
            </span>
          )}
          {pool && (
            <span class="type-limit" dir="auto">
              {texts.sharing(pool.name)}
            </span>
          )}
        </p>
      </div>
      <Price event={event} type={type} />
      <StockBar locale={event.locale} isSeats={type.kind === 'SEATED'} {...type.figures} />
      <div class="row wrap gap-xs type-actions">{actions}</div>
    </li>
  );
}

function TypeBadge({ event, type }: { event: ShownEvent; type: ShownTicketType }): VNode {
  const { event: words } = useDashboard().texts;
  const texts = useEventTicketsTexts();
  // Nothing of a draft is on sale; "Sale ended" would be wrong.
  if (event.state === 'draft') return <StatusBadge tone="off">{texts.notOnSale}</StatusBadge>;
  return <StatusBadge tone={TONES[type.status]}>{words.typeStates[type.status]}</StatusBadge>;
}

function Price({ event, type }: { event: ShownEvent; type: ShownTicketType }): VNode {
  const texts = useEventTicketsTexts();
  return (
    <p class="stack type-price">
      <strong>{type.priceMinor === 0 ? texts.free : writeMoney(type.priceMinor, event)}</strong>
      {type.feeMinor > 0 && <small class="soft">{texts.fees(writeMoney(type.feeMinor, event))}</small>}
    </p>
  );
}

function SaleWindow({ event, type }: { event: ShownEvent; type: ShownTicketType }): VNode {
  const texts = useEventTicketsTexts();
  const moment = (at: string): VNode => (
    <EventMoment at={at} timezone={event.timezone} locale={event.locale} />
  );
  const { saleStartsAt, saleEndsAt, status } = type;
  const isOver = status === 'SALE_ENDED' && event.state !== 'draft';
  if (isOver && saleEndsAt !== null) {
    return (
      <>
        {texts.endedAt} {moment(saleEndsAt)}
      </>
    );
  }
  const isToCome = saleStartsAt !== null && (status === 'COMING_SOON' || event.state === 'draft');
  if (!isToCome && saleEndsAt === null) return <>{texts.always}</>;
  return (
    <>
      {isToCome && (
        <>
          {texts.from} {moment(saleStartsAt)}
          {saleEndsAt !== null && ` ${texts.until} `}
        </>
      )}
      {!isToCome && `${texts.endsAt} `}
      {saleEndsAt !== null && moment(saleEndsAt)}
    </>
  );
}
