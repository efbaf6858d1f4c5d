import { useRef } from 'preact/hooks';
import { nameSeat } from './name-seats.ts';
import type { Picker } from './picker.ts';
import { seatAt } from './seating.ts';
import { PriceSwatch } from './swatch.tsx';

export function ChosenSeats({ picker }: { picker: Picker }) {
  const { texts, chosenPlaces, seating } = picker;
  const places = [...chosenPlaces.value];
  const heading = useRef<HTMLHeadingElement>(null);
  const letGo = (place: number) => {
    picker.toggle(place);
    // The button goes with its seat, and focus must not go with it.
    heading.current?.focus();
  };
  return (
    <div class="seat-chosen">
      <h3 ref={heading} tabIndex={-1}>
        {texts.chosen}
      </h3>
      {places.length === 0 && <p class="seat-soft">{texts.nothingChosen}</p>}
      <ul>
        {places.map((place) => {
          const name = nameSeat(seating, texts, place);
          const { t, a, v } = seatAt(seating.seats, place);
          const marks = [...(a ? [texts.accessible] : []), ...(v ? [texts.restricted] : [])];
          return (
            <li key={place}>
              <PriceSwatch ticketType={t} />
              <span>
                {name}
                <small>{[picker.priceOf(place), ...marks].join(' · ')}</small>
              </span>
              <button type="button" aria-label={texts.remove(name)} onClick={() => letGo(place)}>
                ×
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
