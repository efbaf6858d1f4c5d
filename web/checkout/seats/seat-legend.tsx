import type { Picker } from './picker.ts';
import { MarkSwatch, PriceSwatch } from './swatch.tsx';

/** Prices with their colours and shapes, which also show one price alone, and what the other marks mean. */
export function SeatLegend({ picker }: { picker: Picker }) {
  const { texts, filter, ticketTypeIds, tickets, formatMoney, seating } = picker;
  const types = ticketTypeIds.map((wanted) => tickets.value.find(({ id }) => id === wanted));
  return (
    <div class="seat-legend">
      <div class="seat-prices" role="group" aria-label={texts.prices}>
        {types.length > 1 && (
          <button type="button" aria-pressed={filter.value === null} onClick={() => (filter.value = null)}>
            {texts.allPrices}
          </button>
        )}
        {types.map(
          (ticket, type) =>
            ticket && (
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
            ),
        )}
      </div>
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
    </div>
  );
}
