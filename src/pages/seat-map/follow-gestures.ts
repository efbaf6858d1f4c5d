import type { Pixel } from './map-view.ts';

export type Gestures = {
  onPan(by: Pixel): void;
  onZoom(at: Pixel, factor: number): void;
  /** Fingers are off the map, the wheel has stopped. */
  onRest(): void;
  onTap(at: Pixel, isTouch: boolean): void;
  onHover(at: Pixel | null): void;
  /** Whether zooming in or out leads anywhere: where it does not, the wheel scrolls the page. */
  canZoom(factor: number): boolean;
};

// A finger that means to tap moves by less.
const TAP_SLOP_PX = 8;
// A wheel's notch is about a hundred pixels: a third more or less with each.
const WHEEL_PX_PER_E = 350;
const WHEEL_REST_MS = 140;
const PIXELS_PER_LINE = 32;

/** One finger or the mouse moves the map, two fingers or the wheel zoom it, a tap chooses. Returns how to stop. */
export function followGestures(element: HTMLElement, gestures: Gestures): () => void {
  const stops = [followFingers(element, gestures), followWheel(element, gestures)];
  return () => {
    for (const stop of stops) stop();
  };
}

function followFingers(element: HTMLElement, gestures: Gestures): () => void {
  const fingers = new Map<number, Pixel>();
  let started: Pixel | null = null;
  let hasMoved = false;

  function onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = pixelOf(element, event);
    // A second finger means to zoom.
    hasMoved = fingers.size > 0;
    if (!hasMoved) started = at;
    fingers.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
    gestures.onHover(null);
  }

  function onMove(event: PointerEvent): void {
    const at = pixelOf(element, event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') gestures.onHover(at);
      return;
    }
    if (!hasMoved && started && distance(at, started) < TAP_SLOP_PX) return;
    hasMoved = true;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, at);
    if (other) pinch(gestures, { before, at, other });
    else gestures.onPan({ x: at.x - before.x, y: at.y - before.y });
  }

  function onUp(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (!hasMoved && event.type === 'pointerup') {
      gestures.onTap(pixelOf(element, event), event.pointerType !== 'mouse');
    }
    gestures.onRest();
  }

  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('pointerleave', () => gestures.onHover(null), { signal });
  return () => listening.abort();
}

/** One of two fingers has moved: the map follows their middle, and grows with the way between them. */
function pinch(gestures: Gestures, { before, at, other }: { before: Pixel; at: Pixel; other: Pixel }): void {
  const reach = distance(before, other);
  gestures.onPan({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 });
  const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
  if (reach > 0) gestures.onZoom(middle, distance(at, other) / reach);
}

function followWheel(element: HTMLElement, gestures: Gestures): () => void {
  let wheelRest: ReturnType<typeof setTimeout> | undefined;
  function onWheel(event: WheelEvent): void {
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PIXELS_PER_LINE : 1);
    const factor = Math.exp(-pixels / WHEEL_PX_PER_E);
    if (!gestures.canZoom(factor)) return;
    event.preventDefault();
    gestures.onZoom(pixelOf(element, event), factor);
    clearTimeout(wheelRest);
    wheelRest = setTimeout(gestures.onRest, WHEEL_REST_MS);
  }
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    clearTimeout(wheelRest);
    element.removeEventListener('wheel', onWheel);
  };
}

function pixelOf(element: HTMLElement, event: MouseEvent): Pixel {
  const { left, top } = element.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const distance = (a: Pixel, b: Pixel): number => Math.hypot(a.x - b.x, a.y - b.y);
