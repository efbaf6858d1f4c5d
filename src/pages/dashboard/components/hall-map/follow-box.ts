import type { Pixel } from '../../../seat-map/map-view.ts';

export type BoxGestures = {
  /** True if a drag draws a box now; otherwise it moves the map. */
  isOn(): boolean;
  /** The box so far, in pixels of the canvas; null: it is gone. */
  onBox(box: { from: Pixel; to: Pixel } | null): void;
  onEnd(box: { from: Pixel; to: Pixel }): void;
  /** A press without a drag. Answers whether it was handled; otherwise the map handles it. */
  onPress(at: Pixel): boolean;
};

// A hand that means to press moves by less.
const SLOP_PX = 8;

/** Draws boxes over a map by mouse, pen or finger. It gets pointer events before the map does. Returns a function that stops it. */
export function followBox(ground: HTMLElement, canvas: HTMLElement, gestures: BoxGestures): () => void {
  let from: Pixel | null = null;
  let isBox = false;
  const pixelOf = ({ clientX, clientY }: PointerEvent): Pixel => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  /** Tell the map that the finger is up: this press was not for it. */
  function keepFromMap(event: PointerEvent): void {
    event.stopPropagation();
    const { pointerId, pointerType } = event;
    canvas.dispatchEvent(new PointerEvent('pointercancel', { pointerId, pointerType }));
  }
  function onDown(event: PointerEvent): void {
    if (event.target !== canvas || event.button !== 0 || !event.isPrimary || !gestures.isOn()) return;
    from = pixelOf(event);
    isBox = false;
  }
  function onMove(event: PointerEvent): void {
    if (!from || !event.isPrimary) return;
    event.stopPropagation();
    const to = pixelOf(event);
    if (!isBox && Math.hypot(to.x - from.x, to.y - from.y) < SLOP_PX) return;
    isBox = true;
    gestures.onBox({ from, to });
  }
  function onUp(event: PointerEvent): void {
    if (!from || !event.isPrimary) return;
    const start = from;
    from = null;
    gestures.onBox(null);
    const to = pixelOf(event);
    if (isBox) gestures.onEnd({ from: start, to });
    else if (!gestures.onPress(to)) return;
    keepFromMap(event);
  }
  function onCancel(): void {
    if (!from) return;
    from = null;
    gestures.onBox(null);
  }
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true };
  ground.addEventListener('pointerdown', onDown, options);
  ground.addEventListener('pointermove', onMove, options);
  ground.addEventListener('pointerup', onUp, options);
  ground.addEventListener('pointercancel', onCancel, options);
  return () => listening.abort();
}
