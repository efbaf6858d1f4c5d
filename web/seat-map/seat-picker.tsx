import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SeatPickerProps } from '../checkout/seat-picker-props.ts';
import { BestSeatsForm } from './best-seats-form.tsx';
import { ChosenSeats } from './chosen-seats.tsx';
import { nameSeats } from './name-seats.ts';
import { openPicker, type Picker } from './picker.ts';
import { SeatKey, SeatPrices } from './seat-legend.tsx';
import { SeatList } from './seat-list.tsx';
import { SeatMapView } from './seat-map-view.tsx';
import { seatTextsIn } from './seat-texts-in.ts';

/** Seats of a Seat Map event, chosen on a map, from a list, or by asking for the best. */
export function SeatPicker(props: SeatPickerProps) {
  if (props.seatMap.seats.length > 0) return <Desk {...props} />;
  return <p>{seatTextsIn(props.data.language).noSeats}</p>;
}

function Desk(props: SeatPickerProps) {
  const { takenNotice } = props;
  const [picker] = useState(() => openPicker(props));
  const view = useSignal<'map' | 'list'>('map');
  const isAskingForBest = useSignal(false);
  const bestButton = useRef<HTMLButtonElement>(null);
  const { texts } = picker;

  useLayoutEffect(() => {
    picker.tickets.value = props.tickets;
  }, [props.tickets]);
  useEffect(() => () => picker.live.stop(), []);
  useSignalEffect(() => {
    if (takenNotice.value.length === 0) return;
    picker.lose(takenNotice.value);
    takenNotice.value = [];
  });

  function closeBest(): void {
    isAskingForBest.value = false;
    // The form goes, and the focus in it must go somewhere.
    bestButton.current?.focus({ preventScroll: true });
  }

  return (
    <section class="seat-picker" aria-label={texts.picker}>
      <div class="seat-desk">
        <div class="seat-tools">
          <div class="seat-views" role="group" aria-label={texts.views}>
            <button type="button" aria-pressed={view.value === 'map'} onClick={() => (view.value = 'map')}>
              {texts.map}
            </button>
            <button type="button" aria-pressed={view.value === 'list'} onClick={() => (view.value = 'list')}>
              {texts.list}
            </button>
          </div>
          <button
            type="button"
            ref={bestButton}
            aria-expanded={isAskingForBest.value}
            aria-controls="seat-best"
            onClick={() => (isAskingForBest.value = !isAskingForBest.value)}
          >
            {texts.best}
          </button>
          <div id="seat-best" hidden={!isAskingForBest.value}>
            {isAskingForBest.value && <BestSeatsForm picker={picker} onFound={closeBest} />}
          </div>
        </div>
        <SeatPrices picker={picker} />
        <Notices picker={picker} />
        <div class="seat-view">
          {view.value === 'map' ? <SeatMapView picker={picker} /> : <SeatList picker={picker} />}
          <SeatKey picker={picker} />
        </div>
        <ChosenSeats picker={picker} />
      </div>
    </section>
  );
}

/** There from the start, since what is added to a region that is new itself may go unread. */
function Notices({ picker }: { picker: Picker }) {
  const { texts, lost, notice, stranded, live, seating } = picker;
  const lonely = stranded.value;
  return (
    <div class="seat-notices">
      <div role="alert">{lost.value && <p class="seat-bad">{lost.value}</p>}</div>
      <div role="status">
        {notice.value && <p class={`seat-${notice.value.tone}`}>{notice.value.text}</p>}
        {lonely.length > 0 && (
          <p class="seat-warn">{texts.stranded(nameSeats(seating, texts, lonely), lonely.length)}</p>
        )}
        {!live.isConnected.value && <p class="seat-warn">{texts.notLive}</p>}
      </div>
    </div>
  );
}
