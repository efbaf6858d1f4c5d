type Pixel = { x: number; y: number };

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
  const fingers = new Map<number, Pixel>();
  let started: Pixel | null = null;
  let hasMoved = false;
  let wheelRest: ReturnType<typeof setTimeout> | undefined;

  const pixelOf = (event: MouseEvent): Pixel => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  function onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = pixelOf(event);
    if (fingers.size === 0) {
      started = at;
      hasMoved = false;
    } else {
      hasMoved = true;
    }
    fingers.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
    gestures.onHover(null);
  }

  function onMove(event: PointerEvent): void {
    const at = pixelOf(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') gestures.onHover(at);
      return;
    }
    if (!hasMoved && started && Math.hypot(at.x - started.x, at.y - started.y) < TAP_SLOP_PX) return;
    hasMoved = true;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, at);
    if (other) {
      const reach = Math.hypot(before.x - other.x, before.y - other.y);
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      gestures.onPan({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 });
      if (reach > 0) gestures.onZoom(middle, Math.hypot(at.x - other.x, at.y - other.y) / reach);
    } else {
      gestures.onPan({ x: at.x - before.x, y: at.y - before.y });
    }
  }

  function onUp(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size > 0) return;
    if (!hasMoved && event.type === 'pointerup') {
      gestures.onTap(pixelOf(event), event.pointerType !== 'mouse');
    }
    gestures.onRest();
  }

  function onWheel(event: WheelEvent): void {
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PIXELS_PER_LINE : 1);
    const factor = Math.exp(-pixels / WHEEL_PX_PER_E);
    if (!gestures.canZoom(factor)) return;
    event.preventDefault();
    gestures.onZoom(pixelOf(event), factor);
    clearTimeout(wheelRest);
    wheelRest = setTimeout(gestures.onRest, WHEEL_REST_MS);
  }

  const onLeave = () => gestures.onHover(null);
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
  element.addEventListener('pointerleave', onLeave);
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    clearTimeout(wheelRest);
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    element.removeEventListener('pointerleave', onLeave);
    element.removeEventListener('wheel', onWheel);
  };
}
