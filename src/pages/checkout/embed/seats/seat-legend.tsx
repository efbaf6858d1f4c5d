import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import type { Picker } from './picker.ts';
import { isSold } from './seat-pricing.ts';
import { MarkSwatch, TypeSwatch } from '../../../seat-map/swatch.tsx';

/** Prices with their colours and shapes; each shows its own seats alone, and what the host says of them. */
export function SeatPrices({ picker }: { picker: Picker }) {
  const { texts, filter, prices, ticketsByType, seating } = picker;
  const hasNeeds = seating.seats.some(({ a }) => a);
  const described =
    prices.value.length === 1 ? prices.value[0] : prices.value.find(({ type }) => type === filter.value);
  return (
    <>
      <div class="seat-prices" role="group" aria-label={texts.prices}>
        {(prices.value.length > 1 || hasNeeds) && (
          <button type="button" aria-pressed={filter.value === null} onClick={() => (filter.value = null)}>
            {texts.allPrices}
          </button>
        )}
        {prices.value.map(({ ticket, type }) => (
          <button
            key={ticket.id}
            type="button"
            aria-pressed={filter.value === type}
            onClick={() => (filter.value = filter.value === type ? null : type)}
          >
            <TypeSwatch type={type} colors={seating.colors} />
            <span>
              <bdi>{ticket.name}</bdi> <Price picker={picker} ticket={ticket} />
            </span>
            {ticketsByType.value[type]
              ?.slice(1)
              .filter(isSold)
              .map((other) => (
                <span key={other.id} class="seat-other">
                  <bdi>{other.name}</bdi> <Price picker={picker} ticket={other} />
                </span>
              ))}
          </button>
        ))}
        {hasNeeds && (
          <button
            type="button"
            aria-pressed={filter.value === 'needs'}
            onClick={() => (filter.value = filter.value === 'needs' ? null : 'needs')}
          >
            <MarkSwatch mark="accessible" />
            {texts.needs}
          </button>
        )}
      </div>
      {described && described.ticket.description !== '' && (
        <p class="seat-soft seat-about" dir="auto">
          {described.ticket.description}
        </p>
      )}
    </>
  );
}

function Price({ picker: { texts, formatMoney }, ticket }: { picker: Picker; ticket: Ticket }) {
  return (
    <span class="seat-price">
      <b>{formatMoney(ticket.price)}</b>
      {ticket.fees > 0 && <span class="seat-fee"> {texts.fee(formatMoney(ticket.fees))}</span>}
    </span>
  );
}

/** The meaning of the other marks. */
export function SeatKey({ picker }: { picker: Picker }) {
  const { texts, seating } = picker;
  const marks = [
    ['selected', texts.yours],
    ['taken', texts.taken],
    ...(seating.seats.some(({ a }) => a) ? [['accessible', texts.accessible] as const] : []),
    ...(seating.seats.some(({ v }) => v) ? [['restricted', texts.restricted] as const] : []),
  ] as const;
  return (
    <ul class="seat-key">
      {marks.map(([mark, text]) => (
        <li key={mark}>
          <MarkSwatch mark={mark} />
          {text}
        </li>
      ))}
    </ul>
  );
}
