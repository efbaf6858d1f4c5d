import type { ComponentChildren, VNode } from 'preact';
import type { ShownTicketType } from '../../../../src/dashboard/event-tickets/event-tickets-view.ts';
import type { HomeEvent } from '../../../../src/dashboard/home/home-view.ts';
import { Icon } from '../../../shared/icon.tsx';
import { gripIcon } from '../../../shared/icons.ts';
import { useDashboard } from '../../dashboard.ts';
import { EventMoment } from '../../parts/event-moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { writeMoney } from '../../parts/write-money.ts';
import { useEventTicketsTexts } from './texts/texts.ts';
import { gripId, type Sorting } from '../../parts/use-sorting.ts';

const TONES = {
  AVAILABLE: 'good',
  SOLD_OUT: 'good',
  COMING_SOON: 'waiting',
  SALE_ENDED: 'off',
} as const;

/** A ticket type in the list: what it is, what it costs, how it sells. */
export function TypeRow({
  event,
  type,
  nr,
  sorting,
  actions,
}: {
  event: HomeEvent;
  type: ShownTicketType;
  /** Its place, from 1. */
  nr: number;
  sorting: Sorting;
  actions: ComponentChildren;
}): VNode {
  const texts = useEventTicketsTexts();
  const { ticketTypeId: id, name } = type;
  const count = sorting.order.length;
  return (
    <li class="ticket-type" data-sorted={id} data-dragged={sorting.draggedId === id}>
      {count > 1 && (
        <button
          type="button"
          id={gripId(id)}
          class="icon-only grip"
          aria-label={texts.grip(name, nr, count)}
          title={texts.gripHint}
          aria-describedby="grip-hint"
          onPointerDown={(down) => sorting.onGripDown(id, down)}
          onKeyDown={(press) => sorting.onGripKey(id, press)}
        >
          <Icon path={gripIcon} />
        </button>
      )}
      <div class="type-about">
        <div class="type-name">
          <h3 dir="auto">{name}</h3>
          <TypeBadge event={event} type={type} />
        </div>
        {type.description !== '' && (
          <p class="soft small type-description" dir="auto">
            {type.description}
          </p>
        )}
        <p class="soft small">
          <SaleWindow event={event} type={type} />
          <span class="type-limit">{texts.upTo(type.maximumPerOrder)}</span>
        </p>
      </div>
      <Price event={event} type={type} />
      <Stock event={event} type={type} />
      <div class="type-actions">{actions}</div>
    </li>
  );
}

function TypeBadge({ event, type }: { event: HomeEvent; type: ShownTicketType }): VNode {
  const { event: words } = useDashboard().texts;
  const texts = useEventTicketsTexts();
  // Of a draft nothing can be bought, which would read as an end that never began.
  if (event.state === 'draft') return <StatusBadge tone="off">{texts.notOnSale}</StatusBadge>;
  return <StatusBadge tone={TONES[type.status]}>{words.typeStates[type.status]}</StatusBadge>;
}

function Price({ event, type }: { event: HomeEvent; type: ShownTicketType }): VNode {
  const texts = useEventTicketsTexts();
  return (
    <p class="type-price">
      <strong>{type.priceMinor === 0 ? texts.free : writeMoney(type.priceMinor, event)}</strong>
      {type.feeMinor > 0 && <small class="soft">{texts.fees(writeMoney(type.feeMinor, event))}</small>}
    </p>
  );
}

function SaleWindow({ event, type }: { event: HomeEvent; type: ShownTicketType }): VNode {
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

// The bar is drawn on a field of this width.
const BAR = 100;

function Stock({ event, type }: { event: HomeEvent; type: ShownTicketType }): VNode {
  const texts = useEventTicketsTexts();
  const { sold, held, left, capacity } = type.figures;
  const count = (value: number): string => value.toLocaleString(event.locale);
  const share = (value: number): number => (capacity === 0 ? 0 : (value / capacity) * BAR);
  return (
    <div class="type-stock">
      <svg class="stock-bar" viewBox={`0 0 ${BAR} 4`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="stock-sold" width={share(sold)} height="4" />
        <rect class="stock-held" x={share(sold)} width={share(held)} height="4" />
      </svg>
      <p class="small stock-figures">
        {texts.stock({ sold: count(sold), held: count(held), left: count(left) })}{' '}
        <span class="soft">
          {type.kind === 'SEATED' ? texts.of(texts.seats(count(capacity))) : texts.of(count(capacity))}
        </span>
      </p>
    </div>
  );
}
