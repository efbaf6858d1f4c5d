import type { Picker } from './picker.ts';
import { MarkSwatch, PriceSwatch } from './swatch.tsx';

/** Prices with their colours and shapes; each shows its own seats alone. */
export function SeatPrices({ picker }: { picker: Picker }) {
  const { texts, filter, prices, formatMoney } = picker;
  return (
    <div class="seat-prices" role="group" aria-label={texts.prices}>
      {prices.value.length > 1 && (
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
          <PriceSwatch ticketType={type} />
          <span>
            {ticket.name} <b>{formatMoney(ticket.price)}</b>
          </span>
        </button>
      ))}
    </div>
  );
}

/** What the other marks mean. */
export function SeatKey({ picker }: { picker: Picker }) {
  const { texts, seating } = picker;
  return (
    <ul class="seat-key">
      <li>
        <MarkSwatch mark="yours" />
        {texts.yours}
      </li>
      <li>
        <MarkSwatch mark="taken" />
        {texts.taken}
      </li>
      {seating.seats.some(({ a }) => a) && (
        <li>
          <MarkSwatch mark="accessible" />
          {texts.accessible}
        </li>
      )}
      {seating.seats.some(({ v }) => v) && (
        <li>
          <MarkSwatch mark="restricted" />
          {texts.restricted}
        </li>
      )}
    </ul>
  );
}
