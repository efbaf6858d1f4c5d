import { useId, useState } from 'preact/hooks';
import { commaOf } from '../../../../values/comma.ts';
import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import type { Picker } from './picker.ts';
import { isSold } from './seat-pricing.ts';
import type { SeatTexts } from './seat-texts.ts';

// Most buyers come for two.
const USUAL_COUNT = 2;

export function BestSeatsForm({ picker, onFound }: { picker: Picker; onFound(): void }) {
  const { texts, prices, filter, seating } = picker;
  const [count, setCount] = useState(Math.max(picker.chosenIndexes.peek().size, USUAL_COUNT));
  const shown = filter.peek();
  const [ticketType, setTicketType] = useState(shown === 'needs' ? null : shown);
  const [withAccessible, setWithAccessible] = useState(shown === 'needs');
  const wanted = prices.value.filter(({ type }) => ticketType === null || type === ticketType);
  const most = Math.max(1, ...wanted.map(({ ticket }) => ticket.maximumPurchasableTicketCount));
  const within = Math.min(count, most);
  const several = pricesToAskFor(picker, ticketType);
  const [others, setOthers] = useState<Record<string, number>>({});
  const atPrices = several.map(({ id, maximumPurchasableTicketCount }, nth) => ({
    sku: id,
    count: Math.min(others[id] ?? (nth === 0 ? count : 0), maximumPurchasableTicketCount),
  }));
  const all = several.length > 0 ? atPrices.reduce((sum, one) => sum + one.count, 0) : within;
  return (
    <form
      class="seat-best"
      onSubmit={(event) => {
        event.preventDefault();
        picker.findBest({
          count: all,
          ticketType: several.length > 0 ? (ticketType ?? prices.value[0]?.type ?? null) : ticketType,
          withAccessible,
          ...(several.length > 0 && { atPrices }),
        });
        onFound();
      }}
    >
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
                {ticket.name + commaOf(picker.texts.seatLanguage) + picker.formatMoney(ticket.price)}
              </option>
            ))}
          </select>
        </label>
      )}
      {several.length === 0 ? (
        <CountField texts={texts} label={texts.bestCount} count={within} most={most} onChange={setCount} />
      ) : (
        several.map((ticket, nth) => (
          <CountField
            key={ticket.id}
            texts={texts}
            label={ticket.name + commaOf(texts.seatLanguage) + picker.formatMoney(ticket.price)}
            count={atPrices[nth]?.count ?? 0}
            least={0}
            most={ticket.maximumPurchasableTicketCount}
            onChange={(next) => setOthers({ ...others, [ticket.id]: next })}
          />
        ))
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
      <button type="submit" class="seat-main" disabled={all === 0}>
        {texts.bestFind}
      </button>
    </form>
  );
}

/** If all of these seats can be bought at the same several prices, each price is asked for by itself. */
function pricesToAskFor({ prices, ticketsByType }: Picker, ticketType: number | null): Ticket[] {
  const type = ticketType ?? (prices.value.length === 1 ? prices.value[0]?.type : undefined);
  const offered = type === undefined ? [] : (ticketsByType.value[type]?.filter(isSold) ?? []);
  return offered.length > 1 ? offered : [];
}

type CountProps = {
  texts: SeatTexts;
  label: string;
  count: number;
  least?: number;
  most: number;
  onChange(count: number): void;
};

function CountField({ texts, label, count, least = 1, most, onChange }: CountProps) {
  const id = useId();
  return (
    <div class="seat-field" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <span class="seat-stepper">
        <button
          type="button"
          aria-label={texts.oneLess}
          disabled={count <= least}
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
