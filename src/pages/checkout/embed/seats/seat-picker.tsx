// So that all that the page has begun with stays one file: see start-checkout.tsx.
import '../start-checkout.tsx';
import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { TicketLine } from '../components/ticket-line.tsx';
import { refreshTickets } from '../refresh-tickets.ts';
import type { SeatPickerProps } from './seat-picker-props.ts';
import { BestSeatsForm } from './best-seats-form.tsx';
import { ChosenSeats } from './chosen-seats.tsx';
import { nameSeats } from '../../../seat-map/name-seats.ts';
import { openPicker, type Picker } from './picker.ts';
import { SeatKey, SeatPrices } from './seat-legend.tsx';
import { SeatList } from './seat-list.tsx';
import { PickerMap } from './picker-map.tsx';

// With the picker comes what counts its seats.
export { planSeats } from './seat-plan.ts';

const VIEWS = ['map', 'list'] as const;
type View = (typeof VIEWS)[number];

/** Seats of a Seat Map event, chosen on a map, from a list, or by asking for the best; and what is sold beside them. */
export function SeatPicker(props: SeatPickerProps) {
  return (
    <>
      {props.seatMap.seats.length > 0 ? <Desk {...props} /> : <p>{props.texts.noSeats}</p>}
      <Unseated checkout={props.checkout} />
    </>
  );
}

function Desk(props: SeatPickerProps) {
  const { takenNotice, singleNotice } = props.checkout;
  const { picker, desk, nth } = usePicker(props);
  const view = useSignal<View>('map');
  useSignalEffect(() => {
    if (takenNotice.value.length === 0) return;
    picker.current?.lose(takenNotice.value);
    takenNotice.value = [];
  });
  useSignalEffect(() => {
    if (singleNotice.value.length === 0) return;
    picker.current?.tellSingle(singleNotice.value);
    singleNotice.value = [];
  });
  useSignalEffect(() => picker.current?.keepPrices());
  if (!picker.current) return null;
  const opened = picker.current;
  return (
    <section ref={desk} class="seat-picker" aria-label={opened.texts.picker}>
      <div class="seat-desk">
        <Tools picker={opened} view={view} />
        <SeatPrices picker={opened} />
        <div key={nth} class="seat-view">
          {view.value === 'map' ? <PickerMap picker={opened} /> : <SeatList picker={opened} />}
          <SeatKey picker={opened} />
        </div>
        {/* Below the map, which must not move under a finger. */}
        <Notices picker={opened} />
        <ChosenSeats picker={opened} />
      </div>
    </section>
  );
}

const FOCUSED = '.seat-cursor, [data-seat][tabindex="0"]';

/** A picker for the map, and another one when the host has changed it: what was chosen and seen stays, and so does the focus. */
function usePicker(props: SeatPickerProps) {
  const picker = useRef<Picker | null>(null);
  const before = useRef<Picker | null>(null);
  const desk = useRef<HTMLElement>(null);
  const nth = useRef(0);
  const wasFocused = useRef(false);
  if (picker.current?.seatMap !== props.seatMap) {
    before.current = picker.current;
    picker.current = openPicker(props, before.current);
    wasFocused.current = desk.current?.querySelector(FOCUSED)?.matches(':focus') ?? false;
    nth.current += 1;
  }
  useLayoutEffect(() => {
    if (before.current) {
      picker.current?.keepFrom(before.current.seating);
      // Their prices may be new too.
      void refreshTickets(props.checkout);
    }
    before.current?.live.stop();
    if (wasFocused.current) desk.current?.querySelector<HTMLElement>(FOCUSED)?.focus({ preventScroll: true });
  }, [props.seatMap]);
  useEffect(() => () => picker.current?.live.stop(), []);
  return { picker, desk, nth: nth.current };
}

/** Tickets that the event sells beside its seats: standing areas, a car park. */
function Unseated({ checkout }: Pick<SeatPickerProps, 'checkout'>) {
  const tickets = checkout.tickets.value.filter(({ kind }) => kind === 'GENERAL');
  if (tickets.length === 0) return null;
  return (
    <ul class="types">
      {tickets.map((ticket) => (
        <TicketLine key={ticket.id} checkout={checkout} ticket={ticket} />
      ))}
    </ul>
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
  const { texts, lost, notice, stranded, live, seating, seatMap } = picker;
  const lonely = stranded.value;
  return (
    <div class="seat-notices">
      <div role="alert">{lost.value && <p class="seat-bad">{lost.value}</p>}</div>
      <div role="status">
        {notice.value && <p class={`seat-${notice.value.tone}`}>{notice.value.text}</p>}
        {lonely.length > 0 && !lost.value && (
          <p class="seat-warn">
            {(seatMap.refusesSingle ? texts.strandedRefused : texts.stranded)({
              seats: nameSeats(seating, texts, lonely),
              count: lonely.length,
            })}
          </p>
        )}
        {!live.isConnected.value && <p class="seat-warn">{texts.notLive}</p>}
      </div>
    </div>
  );
}
