// So that all that the page has begun with stays one file: see start-checkout.tsx.
import '../start-checkout.tsx';
import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SeatPickerProps } from './seat-picker-props.ts';
import { BestSeatsForm } from './best-seats-form.tsx';
import { ChosenSeats } from './chosen-seats.tsx';
import { nameSeats } from '../../seat-map/name-seats.ts';
import { openPicker, type Picker } from './picker.ts';
import { SeatKey, SeatPrices } from './seat-legend.tsx';
import { SeatList } from './seat-list.tsx';
import { PickerMap } from './picker-map.tsx';

const VIEWS = ['map', 'list'] as const;
type View = (typeof VIEWS)[number];

/** Seats of a Seat Map event, chosen on a map, from a list, or by asking for the best. */
export function SeatPicker(props: SeatPickerProps) {
  if (props.seatMap.seats.length > 0) return <Desk {...props} />;
  return <p>{props.texts.noSeats}</p>;
}

function Desk(props: SeatPickerProps) {
  const { takenNotice } = props;
  const [picker] = useState(() => openPicker(props));
  const view = useSignal<View>('map');

  useLayoutEffect(() => {
    picker.tickets.value = props.tickets;
  }, [props.tickets]);
  useEffect(() => () => picker.live.stop(), []);
  useSignalEffect(() => {
    if (takenNotice.value.length === 0) return;
    picker.lose(takenNotice.value);
    takenNotice.value = [];
  });

  return (
    <section class="seat-picker" aria-label={picker.texts.picker}>
      <div class="seat-desk">
        <Tools picker={picker} view={view} />
        <SeatPrices picker={picker} />
        <Notices picker={picker} />
        <div class="seat-view">
          {view.value === 'map' ? <PickerMap picker={picker} /> : <SeatList picker={picker} />}
          <SeatKey picker={picker} />
        </div>
        <ChosenSeats picker={picker} />
      </div>
    </section>
  );
}

/** Map or list, and the best seats. */
function Tools({ picker, view }: { picker: Picker; view: Signal<View> }) {
  const { texts } = picker;
  const isAskingForBest = useSignal(false);
  const bestButton = useRef<HTMLButtonElement>(null);

  function closeBest(): void {
    isAskingForBest.value = false;
    // The form goes, and the focus in it must go somewhere.
    bestButton.current?.focus({ preventScroll: true });
  }

  return (
    <div class="seat-tools">
      <div class="seat-views" role="group" aria-label={texts.views}>
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={view.value === one}
            onClick={() => (view.value = one)}
          >
            {texts[one]}
          </button>
        ))}
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
