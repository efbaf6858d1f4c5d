import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { SeatPixel } from './paint-frames.ts';
import { runMap, type MapDeps, type RunningMap } from './run-map.ts';
import { seatByKey } from './walk-seats.ts';
import { ZOOM_STEP, ZoomBar, type ZoomTexts } from './zoom-bar.tsx';

export type MapTexts = ZoomTexts & { stage: string; mapLabel: string; mapHint: string };

export type SeatMapProps = Pick<MapDeps, 'seating' | 'look' | 'overlays' | 'onArea' | 'firstView'> & {
  texts: MapTexts;
  /** The seat that the keyboard is at. */
  cursor: Signal<number>;
  /** A seat was tapped or clicked, or Enter or Space was pressed at it. */
  onPress(index: number): void;
  /** The seat's text that is read aloud. Signals that it reads keep it up to date. */
  describe(index: number): SeatDescription;
  /** The tip beside the seat under the mouse or the focus. */
  tip(index: number): ComponentChildren;
  /** A question about the seat that was pressed last, to stand beside it; null: none. */
  ask?(index: number): ComponentChildren;
  /** The map is there: follow what changes on it. Returns how to stop. */
  onStart(map: RunningMap): () => void;
};
export type SeatDescription = { label: string; isChecked: boolean; isDisabled: boolean };

/** The map. The canvas is for the eye; one button that stands over the seat of the keyboard is for everyone else. */
export function SeatMapView(props: SeatMapProps) {
  const { texts, seating, cursor, tip, onPress, describe } = props;
  const { canvas, button, tipBox, askBox, map, isFocused, pointed, dismissed } = useMap(props);
  const hint = useId();
  // Keys choose in the box without closing it.
  const isByHand = useRef(false);
  // While the focus goes from seat to seat, losing it is not leaving.
  const isWalking = useRef(false);

  // A new element for every seat, since only what gets the focus is sure to be read aloud.
  useLayoutEffect(() => {
    if (isWalking.current) button.current?.focus({ preventScroll: true });
    isWalking.current = false;
    map.value?.refresh();
  }, [cursor.value, pointed]);

  function onKeyDown(event: KeyboardEvent): void {
    const seat = seatByKey(seating, cursor.value, event.key);
    if (seat !== null && seat !== cursor.value) {
      isWalking.current = true;
      dismissed.value = null;
      cursor.value = seat;
      map.value?.reveal(seat);
    }
    if (seat === null && !zoomByKey(map.value, event.key, cursor.value)) return;
    event.preventDefault();
  }

  const isWhole = map.value?.isWhole.value ?? true;
  const question = dismissed.value === cursor.value ? null : (props.ask?.(cursor.value) ?? null);
  const isTipHidden = pointed === null || (question !== null && pointed === cursor.value);
  return (
    <>
      <div class={isWhole ? 'seat-map seat-map-whole' : 'seat-map'}>
        {/* Above the map: notices come up from below it. */}
        <ZoomBar map={map.value} texts={texts} />
        <div class="seat-face">
          <div class="seat-ground" role="application" aria-label={texts.mapLabel} aria-describedby={hint}>
            <canvas
              ref={canvas}
              aria-hidden="true"
              class={pointed === null ? '' : 'seat-pointed'}
              onPointerDown={() => (dismissed.value = cursor.peek())}
            />
            <CursorButton
              key={cursor.value}
              index={cursor.value}
              describe={describe}
              elementRef={button}
              onClick={() => {
                dismissed.value = null;
                onPress(cursor.peek());
              }}
              onKeyDown={onKeyDown}
              onFocus={() => {
                isFocused.value = true;
                map.value?.reveal(cursor.peek());
              }}
              onBlur={() => {
                if (!isWalking.current) isFocused.value = false;
              }}
            />
          </div>
          <div ref={tipBox} class="seat-tip" aria-hidden="true" hidden={isTipHidden}>
            {pointed !== null && tip(pointed)}
          </div>
          <div
            ref={askBox}
            class="seat-ask"
            hidden={question === null}
            onPointerDown={() => (isByHand.current = true)}
            onKeyDown={() => (isByHand.current = false)}
            onChange={() => isByHand.current && (dismissed.value = cursor.peek())}
          >
            {question}
          </div>
        </div>
      </div>
      <p id={hint} class="seat-hint">
        {texts.mapHint}
      </p>
    </>
  );
}

/** Runs the map on the canvas for as long as the view is shown. */
function useMap(props: SeatMapProps) {
  const { cursor, texts, onPress } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const tipBox = useRef<HTMLDivElement>(null);
  const askBox = useRef<HTMLDivElement>(null);
  const map = useSignal<RunningMap | null>(null);
  const isFocused = useSignal(false);
  // The seat whose question was answered, or pressed away: it covers others.
  const dismissed = useSignal<number | null>(null);
  const findPointed = (): number | null =>
    map.value?.hovered.value ?? (isFocused.value ? cursor.value : null);

  useLayoutEffect(() => {
    if (!canvas.current) return undefined;
    const running = runMap({
      ...props,
      canvas: canvas.current,
      stageName: texts.stage,
      onTap(index) {
        dismissed.value = null;
        cursor.value = index;
        onPress(index);
      },
      onFrame(pixelOf) {
        standOver(button.current, pixelOf(cursor.peek()));
        standBeside(askBox.current, pixelOf(cursor.peek()));
        const tipped = findPointed();
        if (tipped !== null) standBeside(tipBox.current, pixelOf(tipped));
      },
    });
    map.value = running;
    const stopFollowing = props.onStart(running);
    return () => {
      stopFollowing();
      running.stop();
    };
  }, []);
  return { canvas, button, tipBox, askBox, map, isFocused, pointed: findPointed(), dismissed };
}

/** Whether the key zooms. */
function zoomByKey(map: RunningMap | null, key: string, index: number): boolean {
  if (key === '+' || key === '=') map?.zoomBy(ZOOM_STEP, index);
  else if (key === '-') map?.zoomBy(1 / ZOOM_STEP, index);
  else if (key === '0') map?.showAll();
  else return false;
  return true;
}

type CursorProps = {
  index: number;
  describe(index: number): SeatDescription;
  elementRef: RefObject<HTMLButtonElement | null>;
  onClick(): void;
  onKeyDown(event: KeyboardEvent): void;
  onFocus(): void;
  onBlur(): void;
};

function CursorButton({ index, describe, elementRef, ...events }: CursorProps) {
  const { label, isChecked, isDisabled } = describe(index);
  return (
    <button
      ref={elementRef}
      type="button"
      role="checkbox"
      class="seat-cursor"
      aria-checked={isChecked}
      aria-disabled={isDisabled}
      aria-label={label}
      {...events}
    />
  );
}

// Smaller, the ring of the focus could hardly be seen.
const SMALLEST_CURSOR_PX = 16;

function standOver(element: HTMLElement | null, { x, y, seatPx }: SeatPixel): void {
  const side = Math.max(seatPx, SMALLEST_CURSOR_PX);
  moveTo(element, x - side / 2, y - side / 2);
  element?.style.setProperty('width', `${side}px`);
  element?.style.setProperty('height', `${side}px`);
}

/** Above the seat, or below it near the upper edge, and never out of the map sideways. */
function standBeside(element: HTMLElement | null, { x, y, seatPx }: SeatPixel): void {
  const room = element?.parentElement?.clientWidth;
  if (!element || !room) return;
  const { offsetWidth, offsetHeight } = element;
  const left = Math.min(Math.max(x - offsetWidth / 2, 4), room - offsetWidth - 4);
  const above = y - seatPx / 2 - offsetHeight - 6;
  moveTo(element, left, above < 4 ? y + seatPx / 2 + 6 : above);
}

function moveTo(element: HTMLElement | null, x: number, y: number): void {
  element?.style.setProperty('transform', `translate(${Math.round(x)}px, ${Math.round(y)}px)`);
}
