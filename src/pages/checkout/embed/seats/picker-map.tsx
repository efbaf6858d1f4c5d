import { effect, untracked } from '@preact/signals';
import { isOfSection } from '../../../../rules/seat-name.ts';
import { nameSeat, placeOf } from '../../../seat-map/name-seats.ts';
import { paintSelected } from '../../../seat-map/paint-selected.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import type { RunningMap } from '../../../seat-map/run-map.ts';
import { SeatMapView, type SeatDescription } from '../../../seat-map/seat-map-view.tsx';
import type { Look, Overlay } from '../../../seat-map/scene.ts';
import { addStanding, paintAreas } from './standing-areas.ts';
import { PriceOfSeat } from './chosen-seats.tsx';
import { marksOf } from './marks-of.ts';
import { paintStranded } from './paint-stranded.ts';
import type { Picker } from './picker.ts';

/** The map to choose seats on. */
export function PickerMap({ picker }: { picker: Picker }) {
  const { texts, seating, cursor, toggle } = picker;
  const paintChoice: Overlay = (context, frame) => {
    paintStranded(context, frame, picker.stranded.peek());
    paintSelected(context, frame, picker.chosenIndexes.peek());
  };
  return (
    <SeatMapView
      seating={seating}
      texts={texts}
      cursor={cursor}
      look={{ isFree: picker.isFree, isBack: (index) => !picker.matches(index), ...lookFromAfar(picker) }}
      firstView={picker.kept.view}
      overlays={[paintAreas(picker), paintChoice]}
      onPress={toggle}
      onArea={(id) => addStanding(picker, id)}
      describe={(index) => describeSeat(picker, index)}
      tip={(index) => <Tip picker={picker} index={index} />}
      ask={(index) => {
        const isAsked = picker.chosenIndexes.value.has(index) && picker.choicesOf(index).length > 1;
        const label = texts.priceOf(nameSeat(seating, texts, index));
        return isAsked ? <PriceOfSeat picker={picker} index={index} label={label} /> : null;
      }}
      onStart={(map) => followPicker(picker, map)}
    />
  );
}

// Fewer seats can be told apart on any phone; with more sections than these, names would cover each other.
const FEW_SEATS = 300;
const MAX_SECTIONS = 300;

/** Sections in place of seats that are too small to be told apart. */
function lookFromAfar(picker: Picker): Pick<Look, 'sections'> {
  const { texts, seating, summaries } = picker;
  const { length } = seating.sectionsFromFront;
  if (length < 2 || length > MAX_SECTIONS || seating.seats.length < FEW_SEATS) return {};
  return {
    sections: () =>
      summaries.peek().map((summary) => ({
        type: summary.type,
        isBack: summary.isBack,
        lines: summary.free === 0 ? [texts.soldOut] : [picker.priceRange(summary), texts.left(summary.free)],
      })),
  };
}

/** Draws again what has changed, and no more. */
function followPicker(picker: Picker, map: RunningMap): () => void {
  const stops = [
    effect(() => map.repaint(picker.live.news.value.changed)),
    effect(() => {
      void picker.tickets.value;
      void picker.held.value;
      void picker.filter.value;
      map.repaint(null);
    }),
    effect(() => {
      void picker.chosenIndexes.value;
      void picker.stranded.value;
      map.refresh();
    }),
    effect(() => {
      const indexes = picker.lookAt.value;
      if (indexes.length > 0) untracked(() => map.showSeats(indexes));
    }),
  ];
  return () => {
    picker.kept.view = map.view();
    for (const stop of stops) stop();
  };
}

function describeSeat(picker: Picker, index: number): SeatDescription {
  const { texts, seating } = picker;
  const { isChosen, isTaken } = picker.stateOf(index);
  const type = picker.ticketOf(index)?.name ?? '';
  const price = picker.priceOf(index);
  const label = [
    nameSeat(seating, texts, index),
    isTaken ? texts.taken : isOfSection(type, placeOf(seating, index)) ? price : `${type} ${price}`,
    ...(isTaken ? [] : picker.otherPricesOf(index)),
    ...marksOf(seatAt(seating.seats, index), texts),
  ].join(', ');
  return { label, isChecked: isChosen, isDisabled: isTaken };
}

function Tip({ picker, index }: { picker: Picker; index: number }) {
  const { texts, seating } = picker;
  const { isTaken } = picker.stateOf(index);
  return (
    <>
      <b>{nameSeat(seating, texts, index)}</b>
      <span>{isTaken ? texts.taken : picker.priceOf(index)}</span>
      {!isTaken && picker.otherPricesOf(index).map((price) => <span key={price}>{price}</span>)}
      {marksOf(seatAt(seating.seats, index), texts).map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </>
  );
}
