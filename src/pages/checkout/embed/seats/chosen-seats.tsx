import { useRef } from 'preact/hooks';
import { commaOf } from '../../../../values/comma.ts';
import { nameSeat } from '../../../seat-map/name-seats.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import { TypeSwatch } from '../../../seat-map/swatch.tsx';
import { marksOf } from './marks-of.ts';
import type { Picker } from './picker.ts';

export function ChosenSeats({ picker }: { picker: Picker }) {
  const { texts, chosenIndexes, seating } = picker;
  const indexes = [...chosenIndexes.value];
  const heading = useRef<HTMLHeadingElement>(null);
  const letGo = (index: number) => {
    picker.toggle(index);
    // The button goes with its seat, and focus must not go with it.
    heading.current?.focus();
  };
  return (
    <div class="seat-chosen">
      <h3 ref={heading} tabIndex={-1}>
        {texts.chosen}
      </h3>
      {indexes.length === 0 && <p class="seat-soft">{texts.nothingChosen}</p>}
      <ul>
        {indexes.map((index) => {
          const name = nameSeat(seating, texts, index);
          const seat = seatAt(seating.seats, index);
          return (
            <li key={index}>
              <TypeSwatch type={seat.t} colors={seating.colors} />
              <span>
                <bdi>{name}</bdi>
                <small>{[picker.priceOf(index), ...marksOf(seat, texts)].join(' · ')}</small>
                <PriceOfSeat picker={picker} index={index} label={texts.priceOf(name)} />
              </span>
              <button type="button" aria-label={texts.remove(name)} onClick={() => letGo(index)}>
                ×
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Asks for the price of a seat that can be bought at several. */
export function PriceOfSeat({ picker, index, label }: { picker: Picker; index: number; label: string }) {
  const choices = picker.choicesOf(index);
  if (choices.length < 2) return null;
  return (
    <select
      aria-label={label}
      value={picker.ticketOf(index)?.id ?? ''}
      onChange={({ currentTarget }) => picker.choosePrice(index, currentTarget.value)}
    >
      {choices.map(({ ticket, isLeft }) => (
        <option key={ticket.id} value={ticket.id} disabled={!isLeft}>
          {ticket.name + commaOf(picker.texts.seatLanguage) + picker.formatMoney(ticket.price)}
        </option>
      ))}
    </select>
  );
}
