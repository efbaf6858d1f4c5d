import { useState } from 'preact/hooks';
import type { Picker } from './picker.ts';
import type { SeatTexts } from './texts-en.ts';

// What most buyers come for.
const USUAL_COUNT = 2;

export function BestSeatsForm({ picker, onFound }: { picker: Picker; onFound(): void }) {
  const { texts, prices, filter, seating } = picker;
  const [count, setCount] = useState(Math.max(picker.chosenIndexes.peek().size, USUAL_COUNT));
  const [ticketType, setTicketType] = useState(filter.peek());
  const [withAccessible, setWithAccessible] = useState(false);
  const wanted = prices.value.filter(({ type }) => ticketType === null || type === ticketType);
  const most = Math.max(1, ...wanted.map(({ ticket }) => ticket.maximumPurchasableTicketCount));
  const within = Math.min(count, most);
  return (
    <form
      class="seat-best"
      onSubmit={(event) => {
        event.preventDefault();
        picker.findBest({ count: within, ticketType, withAccessible });
        onFound();
      }}
    >
      <CountField texts={texts} count={within} most={most} onChange={setCount} />
      {prices.value.length > 1 && (
        <label class="seat-field">
          <span>{texts.bestPrice}</span>
          <select
            value={ticketType ?? ''}
            onChange={({ currentTarget: { value } }) => setTicketType(value === '' ? null : Number(value))}
          >
            <option value="">{texts.anyPrice}</option>
            {prices.value.map(({ ticket, type }) => (
              <option key={ticket.id} value={type}>
                {ticket.name}, {picker.formatMoney(ticket.price)}
              </option>
            ))}
          </select>
        </label>
      )}
      {seating.seats.some(({ a }) => a) && (
        <label class="seat-check">
          <input
            type="checkbox"
            checked={withAccessible}
            onChange={({ currentTarget }) => setWithAccessible(currentTarget.checked)}
          />
          {texts.bestAccessible}
        </label>
      )}
      <button type="submit" class="seat-main">
        {texts.bestFind}
      </button>
    </form>
  );
}

type CountProps = { texts: SeatTexts; count: number; most: number; onChange(count: number): void };

function CountField({ texts, count, most, onChange }: CountProps) {
  return (
    <div class="seat-field" role="group" aria-labelledby="seat-best-count">
      <span id="seat-best-count">{texts.bestCount}</span>
      <span class="seat-stepper">
        <button
          type="button"
          aria-label={texts.oneLess}
          disabled={count <= 1}
          onClick={() => onChange(count - 1)}
        >
          −
        </button>
        <output aria-live="polite">{count}</output>
        <button
          type="button"
          aria-label={texts.oneMore}
          disabled={count >= most}
          onClick={() => onChange(count + 1)}
        >
          +
        </button>
      </span>
    </div>
  );
}
