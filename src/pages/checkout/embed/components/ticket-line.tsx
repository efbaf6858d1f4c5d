import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { fewLeft, mostOf } from '../cart.ts';
import type { Checkout } from '../checkout-state.ts';
import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import { formatShortMoment, formatTime } from '../../../shared/format-moment.ts';
import { Icon } from '../../../shared/icon.tsx';
import { minusIcon, plusIcon } from '../../../shared/icons.ts';

export function TicketLine({ checkout, ticket }: { checkout: Checkout; ticket: Ticket }): VNode {
  const { texts, formatMoney, formatPrice, quantities } = checkout;
  const isSeated = ticket.kind === 'SEATED';
  const most = mostOf(ticket);
  const count = quantities.value[ticket.id] ?? 0;
  const left = fewLeft(ticket);
  return (
    <li id={ticket.id} class={`type${most === 0 ? ' gone' : count > 0 ? ' some' : ''}`}>
      <div class="what">
        <h3 dir="auto">{ticket.name}</h3>
        {ticket.description !== '' && (
          <p class="soft" dir="auto">
            {ticket.description}
          </p>
        )}
        <p class="price">
          <strong>{formatPrice(ticket.price)}</strong>
          {ticket.fees > 0 && <span class="soft"> {texts.choose.plusFees(formatMoney(ticket.fees))}</span>}
        </p>
        {left !== null && most > 0 && <p class="few">{texts.choose.left(left)}</p>}
      </div>
      {most === 0 && <p class="gone-tag">{describeGone(checkout, ticket)}</p>}
      {/* Of a single one the card above it tells. */}
      {ticket.backOnSaleAt !== null && checkout.tickets.value.length > 1 && (
        <p class="limit soft">{tellBackOnSale(checkout, ticket.backOnSaleAt)}</p>
      )}
      {ticket.status === 'SOLD_OUT' && !isSeated && checkout.data.event.hasWaitingList && (
        <a
          class="limit"
          target="_blank"
          href={`${checkout.data.path}/waiting-list?lang=${checkout.data.language}&ticket=${ticket.id}`}
        >
          {texts.choose.joinList}
        </a>
      )}
      {most > 0 && !isSeated && <Stepper checkout={checkout} ticket={ticket} count={count} most={most} />}
      {most > 0 && !isSeated && count === most && (
        <p class="limit soft">
          {most === ticket.maximumPurchasableTicketCount ? texts.choose.most(most) : texts.choose.noMore}
        </p>
      )}
    </li>
  );
}

export const tellBackOnSale = ({ texts, data }: Checkout, at: string): string =>
  texts.choose.backAt(formatTime(at, { locale: data.locale, timezone: data.event.timezone }));

function describeGone({ texts, data }: Checkout, ticket: Ticket): string {
  if (ticket.status === 'SALE_ENDED') return texts.choose.saleEnded;
  if (ticket.status !== 'COMING_SOON') return texts.choose.soldOut;
  if (ticket.saleStartsAt === null) return texts.choose.comingSoon;
  const { locale, event } = data;
  return texts.choose.from(formatShortMoment(ticket.saleStartsAt, { locale, timezone: event.timezone }));
}

function Stepper({
  checkout,
  ticket,
  count,
  most,
}: {
  checkout: Checkout;
  ticket: Ticket;
  count: number;
  most: number;
}): VNode {
  const { texts, quantities, announcement } = checkout;
  const more = useRef<HTMLButtonElement>(null);
  const change = (by: 1 | -1): void => {
    // Not `count`, which is as old as what is drawn: several presses may come at once.
    const { [ticket.id]: current = 0, ...others } = quantities.value;
    const next = Math.min(Math.max(current + by, 0), most);
    if (next === current) return;
    quantities.value = next === 0 ? others : { ...others, [ticket.id]: next };
    announcement.value = texts.choose.count({ count: next, name: ticket.name });
  };
  // `aria-disabled` and not `disabled`: at the limit the focus stays where it is.
  // The count and both buttons are there at zero too, and `data-` is: note-taps.ts counts by them before this can.
  return (
    <div
      class={count > 0 ? 'stepper some' : 'stepper'}
      role="group"
      aria-label={ticket.name}
      data-most={most}
    >
      <button
        type="button"
        data-by={-1}
        aria-label={texts.choose.less(ticket.name)}
        aria-disabled={count === 0}
        onClick={() => {
          change(-1);
          // It goes with the last one, and the focus must not go with it.
          if (quantities.value[ticket.id] === undefined) more.current?.focus();
        }}
      >
        <Icon path={minusIcon} />
      </button>
      <span class="count">{count}</span>
      <button
        type="button"
        data-by={1}
        ref={more}
        aria-label={texts.choose.more(ticket.name)}
        aria-disabled={count === most}
        onClick={() => change(1)}
      >
        <Icon path={plusIcon} />
      </button>
    </div>
  );
}
