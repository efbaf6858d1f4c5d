import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameSeat } from './name-seats.ts';
import type { Picker } from './picker.ts';
import { runMap, type RunningMap } from './run-map.ts';
import { seatAt } from './seating.ts';
import { rowBeside, stepFrom, type Step } from './walk-seats.ts';

const STEPS: Record<string, Step> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const ZOOM_STEP = 1.6;

/** The map. The canvas is for the eye; one button that stands over the seat of the keyboard is for everyone else. */
export function SeatMapView({ picker }: { picker: Picker }) {
  const { texts, seating, cursor } = picker;
  const canvas = useRef<HTMLCanvasElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const map = useRef<RunningMap | null>(null);
  const isFocused = useSignal(false);
  // While the focus goes from seat to seat, losing it is not leaving.
  const isWalking = useRef(false);
  const hovered = useSignal<number | null>(null);
  const isWhole = useSignal(true);
  const isFar = useSignal(false);
  const pointed = hovered.value ?? (isFocused.value ? cursor.value : null);
  const tipped = useRef(pointed);
  tipped.current = pointed;

  useLayoutEffect(() => {
    if (!canvas.current) return undefined;
    const running = runMap({
      picker,
      canvas: canvas.current,
      onFrame(pixelOf) {
        const own = pixelOf(cursor.peek());
        const side = Math.max(own.seatPx, 16);
        moveTo(button.current, own.x - side / 2, own.y - side / 2);
        button.current?.style.setProperty('width', `${side}px`);
        button.current?.style.setProperty('height', `${side}px`);
        if (tipped.current !== null) placeTip(tip.current, pixelOf(tipped.current));
      },
    });
    map.current = running;
    const stops = [
      running.hovered.subscribe((place) => (hovered.value = place)),
      running.isWhole.subscribe((whole) => (isWhole.value = whole)),
      running.isFar.subscribe((far) => (isFar.value = far)),
    ];
    return () => {
      for (const stop of stops) stop();
      running.stop();
    };
  }, []);

  // A new element for every seat, since only what gets the focus is sure to be read aloud.
  useLayoutEffect(() => {
    if (isWalking.current) button.current?.focus({ preventScroll: true });
    isWalking.current = false;
    map.current?.refresh();
  }, [cursor.value, pointed]);

  function walkTo(place: number): void {
    if (place === cursor.value) return;
    isWalking.current = true;
    cursor.value = place;
    map.current?.reveal(place);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const row = seating.rows[seating.rowOf[cursor.value] ?? -1]?.places;
    if (step) walkTo(stepFrom(seating, cursor.value, step));
    else if (event.key === 'Home') walkTo(row?.[0] ?? cursor.value);
    else if (event.key === 'End') walkTo(row?.at(-1) ?? cursor.value);
    else if (event.key === 'PageUp') walkTo(rowBeside(seating, cursor.value, -1));
    else if (event.key === 'PageDown') walkTo(rowBeside(seating, cursor.value, 1));
    else if (event.key === '+' || event.key === '=') map.current?.zoomBy(ZOOM_STEP, cursor.value);
    else if (event.key === '-') map.current?.zoomBy(1 / ZOOM_STEP, cursor.value);
    else if (event.key === '0') map.current?.showAll();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div class={isWhole.value ? 'seat-map seat-map-whole' : 'seat-map'}>
        <div
          class="seat-ground"
          role="application"
          aria-label={texts.mapLabel}
          aria-describedby="seat-map-hint"
        >
          <canvas ref={canvas} aria-hidden="true" class={pointed === null ? '' : 'seat-pointed'} />
          <CursorButton
            key={cursor.value}
            picker={picker}
            elementRef={button}
            onKeyDown={onKeyDown}
            onFocus={() => {
              isFocused.value = true;
              map.current?.reveal(cursor.peek());
            }}
            onBlur={() => {
              if (!isWalking.current) isFocused.value = false;
            }}
          />
        </div>
        <div ref={tip} class="seat-tip" aria-hidden="true" hidden={pointed === null}>
          {pointed !== null && <Tip picker={picker} place={pointed} />}
        </div>
        <div class="seat-zoom">
          <p class="seat-soft">{isFar.value && texts.tapToZoom}</p>
          <button type="button" aria-label={texts.zoomIn} onClick={() => map.current?.zoomBy(ZOOM_STEP)}>
            +
          </button>
          <button
            type="button"
            aria-label={texts.zoomOut}
            disabled={isWhole.value}
            onClick={() => map.current?.zoomBy(1 / ZOOM_STEP)}
          >
            −
          </button>
          <button
            type="button"
            aria-label={texts.wholeMap}
            disabled={isWhole.value}
            onClick={() => map.current?.showAll()}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" />
            </svg>
          </button>
        </div>
      </div>
      <p id="seat-map-hint" class="seat-hint">
        {texts.mapHint}
      </p>
    </>
  );
}

type CursorProps = {
  picker: Picker;
  elementRef: { current: HTMLButtonElement | null };
  onKeyDown(event: KeyboardEvent): void;
  onFocus(): void;
  onBlur(): void;
};

function CursorButton({ picker, elementRef, ...events }: CursorProps) {
  const { texts, seating, cursor, chosenPlaces, live } = picker;
  void live.news.value;
  const place = cursor.value;
  const { a, v } = seatAt(seating.seats, place);
  const isChosen = chosenPlaces.value.has(place);
  const isTaken = !isChosen && !picker.isFree(place);
  const label = [
    nameSeat(seating, texts, place),
    isTaken ? texts.taken : `${picker.ticketOf(place)?.name ?? ''} ${picker.priceOf(place)}`,
    ...(a ? [texts.accessible] : []),
    ...(v ? [texts.restricted] : []),
  ].join(', ');
  return (
    <button
      ref={elementRef}
      type="button"
      role="checkbox"
      class="seat-cursor"
      aria-checked={isChosen}
      aria-disabled={isTaken}
      aria-label={label}
      onClick={() => picker.toggle(place)}
      {...events}
    />
  );
}

function Tip({ picker, place }: { picker: Picker; place: number }) {
  const { texts, seating, chosenPlaces, live } = picker;
  void live.news.value;
  const { a, v } = seatAt(seating.seats, place);
  const isTaken = !chosenPlaces.value.has(place) && !picker.isFree(place);
  return (
    <>
      <b>{nameSeat(seating, texts, place)}</b>
      <span>{isTaken ? texts.taken : picker.priceOf(place)}</span>
      {a && <span>{texts.accessible}</span>}
      {v && <span>{texts.restricted}</span>}
    </>
  );
}

function moveTo(element: HTMLElement | null, x: number, y: number): void {
  element?.style.setProperty('transform', `translate(${Math.round(x)}px, ${Math.round(y)}px)`);
}

/** Above the seat, or below it near the upper edge, and never out of the map sideways. */
function placeTip(
  element: HTMLElement | null,
  { x, y, seatPx }: { x: number; y: number; seatPx: number },
): void {
  const room = element?.parentElement?.clientWidth;
  if (!element || !room) return;
  const { offsetWidth, offsetHeight } = element;
  const left = Math.min(Math.max(x - offsetWidth / 2, 4), room - offsetWidth - 4);
  const above = y - seatPx / 2 - offsetHeight - 6;
  moveTo(element, left, above < 4 ? y + seatPx / 2 + 6 : above);
}
