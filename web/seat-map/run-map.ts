import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { readColors } from './map-colors.ts';
import { followGestures } from './map-gestures.ts';
import { placeStage } from './map-stage.ts';
import { keepTiles } from './map-tiles.ts';
import {
  clampView,
  fitView,
  LARGEST_SEAT_PX,
  seenBox,
  toMap,
  toPixel,
  zoomAt,
  type MapView,
  type Size,
} from './map-view.ts';
import { paintMarks } from './paint-marks.ts';
import type { Scene } from './paint-seats.ts';
import type { Picker } from './picker.ts';
import { layGrid } from './seat-grid.ts';
import { seatAt } from './seating.ts';
import { outlineSections } from './section-outlines.ts';

export type RunningMap = {
  /** The seat under the mouse. */
  hovered: ReadonlySignal<number | null>;
  /** Whether the whole map is in view, so that a finger may scroll the page over it. */
  isWhole: ReadonlySignal<boolean>;
  /** Seats are too small to be sure of one: a tap comes closer. */
  isFar: ReadonlySignal<boolean>;
  /** Around a seat, or what is in the middle. */
  zoomBy(factor: number, place?: number): void;
  /** Another frame, for what stands over the canvas. */
  refresh(): void;
  showAll(): void;
  /** Brings a seat into view, near enough to be made out. */
  reveal(place: number): void;
  stop(): void;
};
type Parts = {
  picker: Picker;
  canvas: HTMLCanvasElement;
  /** Told after every frame where a seat is, and how large. */
  onFrame(pixelOf: (place: number) => { x: number; y: number; seatPx: number }): void;
};

// More costs a slow phone memory and time, and can hardly be seen.
const MAX_PIXELS_PER_PIXEL = 2;
// A finger that hits smaller seats means the spot, not the seat; a mouse is surer.
const SMALLEST_TOUCH_PX = 20;
const SMALLEST_CLICK_PX = 9;
const COMFORTABLE_SEAT_PX = 34;
const GLIDE_MS = 220;
// The keyboard's seat stays this far inside.
const REVEAL_MARGIN_PX = 40;

/** Keeps the canvas showing the map: paints when something changed, and only then. */
export function runMap({ picker, canvas, onFrame }: Parts): RunningMap {
  const { seating } = picker;
  const { seats } = seating;
  const context = canvas.getContext('2d');
  const grid = layGrid(seats);
  const { stage, box } = placeStage(grid.box);
  const tiles = keepTiles();
  const hovered = signal<number | null>(null);
  const isWhole = signal(true);
  const isFar = signal(false);
  const smallestPx = (isTouch: boolean) => (isTouch ? SMALLEST_TOUCH_PX : SMALLEST_CLICK_PX);
  const isMostlyTouch = matchMedia('(pointer: coarse)').matches;
  const prefersStill = matchMedia('(prefers-reduced-motion: reduce)');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  let scene: Scene = {
    seating,
    grid,
    outlines: outlineSections(seating),
    colors: readColors(canvas),
    isFree: picker.isFree,
    filter: null,
  };
  let size: Size = { width: 0, height: 0 };
  let view: MapView = { x: 0, y: 0, scale: 1 };
  let version = 0;
  let wantedFrame = 0;
  let isZooming = false;
  let glide: { from: MapView; to: MapView; since: number } | null = null;

  function wantFrame(): void {
    wantedFrame ||= requestAnimationFrame(paint);
  }

  function paint(now: number): void {
    wantedFrame = 0;
    if (!context || size.width === 0) return;
    if (glide) moveAlong(now);
    const ratio = canvas.width / size.width;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = scene.colors.ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    const isMissing = tiles.draw(context, { view, size, ratio, scene, version, isZooming });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintMarks(context, scene, {
      view,
      size,
      ratio,
      stage: { ...stage, name: picker.texts.stage },
      chosen: picker.chosenPlaces.peek(),
      stranded: picker.stranded.peek(),
    });
    onFrame((place) => ({ ...toPixel(view, size, seatAt(seats, place)), seatPx: view.scale }));
    if (isMissing || glide) wantFrame();
  }

  function look(next: MapView): void {
    view = clampView(next, box, size);
    isWhole.value = view.scale <= fitView(box, size).scale * 1.01;
    isFar.value = view.scale < smallestPx(isMostlyTouch);
    wantFrame();
  }

  function glideTo(next: MapView): void {
    const to = clampView(next, box, size);
    if (prefersStill.matches) {
      look(to);
      return;
    }
    glide = { from: view, to, since: performance.now() };
    isZooming = true;
    wantFrame();
  }

  function moveAlong(now: number): void {
    if (!glide) return;
    const { from, to, since } = glide;
    const part = Math.min(Math.max((now - since) / GLIDE_MS, 0), 1);
    const eased = 1 - (1 - part) ** 3;
    const between = (a: number, b: number) => a + (b - a) * eased;
    if (part === 1) {
      glide = null;
      isZooming = false;
    }
    look(
      part === 1
        ? to
        : {
            x: between(from.x, to.x),
            y: between(from.y, to.y),
            scale: from.scale * (to.scale / from.scale) ** eased,
          },
    );
  }

  function stopGliding(): void {
    glide = null;
    isZooming = false;
  }

  function seatUnder(at: { x: number; y: number }): number | null {
    const point = toMap(view, size, at);
    return grid.seatAt(point.x, point.y);
  }

  const stopGestures = followGestures(canvas, {
    onPan(by) {
      stopGliding();
      look({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale });
    },
    onZoom(at, factor) {
      stopGliding();
      isZooming = true;
      // Within the limits first, or the map would slide once they are reached.
      const scale = clampView({ ...view, scale: view.scale * factor }, box, size).scale;
      look(zoomAt(view, size, { at, factor: scale / view.scale }));
    },
    onRest() {
      if (!glide) isZooming = false;
      wantFrame();
    },
    onTap(at, isTouch) {
      if (view.scale < smallestPx(isTouch)) {
        const point = toMap(view, size, at);
        glideTo({ ...point, scale: COMFORTABLE_SEAT_PX });
        return;
      }
      const place = seatUnder(at);
      if (place === null) return;
      picker.cursor.value = place;
      picker.toggle(place);
    },
    onHover(at) {
      hovered.value = at && view.scale >= SMALLEST_CLICK_PX ? seatUnder(at) : null;
    },
    canZoom: (factor) => (factor > 1 ? view.scale < LARGEST_SEAT_PX : !isWhole.peek()),
  });

  const resizes = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    if (width === 0 || height === 0) return;
    const isFirst = size.width === 0;
    const wasWhole = isWhole.peek();
    size = { width, height };
    const ratio = Math.min(devicePixelRatio, MAX_PIXELS_PER_PIXEL);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    look(isFirst || wasWhole ? fitView(box, size) : view);
  });
  resizes.observe(canvas);

  const repaint = () => {
    version += 1;
    wantFrame();
  };
  const onColorScheme = () => {
    scene = { ...scene, colors: readColors(canvas) };
    repaint();
  };
  prefersDark.addEventListener('change', onColorScheme);
  const stopEffects = [
    effect(() => {
      const { changed } = picker.live.news.value;
      if (changed) tiles.spoil(changed.map((place) => seatAt(seats, place)));
      else version += 1;
      wantFrame();
    }),
    effect(() => {
      void picker.tickets.value;
      void picker.held.value;
      scene = { ...scene, filter: picker.filter.value };
      repaint();
    }),
    effect(() => {
      void picker.chosenPlaces.value;
      void picker.stranded.value;
      wantFrame();
    }),
    effect(() => {
      const places = picker.lookAt.value;
      if (places.length > 0 && size.width > 0) untracked(() => showPlaces(places));
    }),
  ];

  function showPlaces(places: number[]): void {
    const xs = places.map((place) => seatAt(seats, place).x);
    const ys = places.map((place) => seatAt(seats, place).y);
    const around = {
      left: Math.min(...xs) - 3,
      top: Math.min(...ys) - 3,
      right: Math.max(...xs) + 3,
      bottom: Math.max(...ys) + 3,
    };
    canvas.scrollIntoView({ block: 'nearest', behavior: prefersStill.matches ? 'auto' : 'smooth' });
    const fit = fitView(around, size);
    glideTo({ ...fit, scale: Math.min(fit.scale, COMFORTABLE_SEAT_PX) });
  }

  return {
    hovered,
    isWhole,
    isFar,
    zoomBy(factor, place) {
      const from = glide?.to ?? view;
      const around = place === undefined ? from : seatAt(seats, place);
      glideTo({ x: around.x, y: around.y, scale: from.scale * factor });
    },
    refresh: wantFrame,
    showAll() {
      glideTo(fitView(box, size));
    },
    reveal(place) {
      if (size.width === 0) return;
      const seat = seatAt(seats, place);
      const scale = Math.max(view.scale, Math.min(COMFORTABLE_SEAT_PX, SMALLEST_TOUCH_PX));
      const margin = REVEAL_MARGIN_PX / scale;
      const seen = seenBox({ ...view, scale }, size);
      const isSeen =
        seat.x > seen.left + margin &&
        seat.x < seen.right - margin &&
        seat.y > seen.top + margin &&
        seat.y < seen.bottom - margin;
      if (isSeen && scale === view.scale) return;
      glideTo(isSeen ? { ...view, scale } : { x: seat.x, y: seat.y, scale });
    },
    stop() {
      cancelAnimationFrame(wantedFrame);
      stopGestures();
      resizes.disconnect();
      prefersDark.removeEventListener('change', onColorScheme);
      for (const stopEffect of stopEffects) stopEffect();
    },
  };
}
