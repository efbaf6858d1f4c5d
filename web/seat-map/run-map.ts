import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Seating } from './arrange-seating.ts';
import {
  approach,
  canAim,
  canZoom,
  createCamera,
  panBy,
  prefersStill,
  resize,
  rest,
  reveal,
  showAll,
  showPoints,
  zoomBy,
  zoomUnder,
  type Camera,
} from './camera.ts';
import { followGestures } from './follow-gestures.ts';
import { toMap, type Pixel } from './map-view.ts';
import { paintFrames, type Painter, type SeatPixel } from './paint-frames.ts';
import { paintSectionNames, paintStage } from './paint-labels.ts';
import { seatAt } from './plan.ts';
import { readColors } from './read-colors.ts';
import { createScene, type Look, type Overlay, type Scene } from './scene.ts';

export type RunningMap = {
  /** The seat under the mouse. */
  hovered: ReadonlySignal<number | null>;
  isWhole: Camera['isWhole'];
  isFar: Camera['isFar'];
  /** Around a seat, or what is in the middle. */
  zoomBy(factor: number, index?: number): void;
  showAll(): void;
  showSeats(indexes: number[]): void;
  /** Brings a seat into view, near enough to be made out. */
  reveal(index: number): void;
  /** Seats look different from before: these, or all. */
  repaint: Painter['repaint'];
  /** Another frame, for what stands over the seats. */
  refresh(): void;
  stop(): void;
};

export type MapParts = {
  canvas: HTMLCanvasElement;
  seating: Seating;
  stageName: string;
  look: Look;
  /** Over the stage and the names of sections, the first one lowest. */
  overlays: Overlay[];
  onTap(index: number): void;
  onFrame(pixelOf: (index: number) => SeatPixel): void;
};

// More costs a slow phone memory and time, and can hardly be seen.
const MAX_PIXELS_PER_PIXEL = 2;

/** Draws a plan on a canvas, and follows fingers, mouse, size and colour scheme. */
export function runMap(parts: MapParts): RunningMap {
  const { canvas, onFrame } = parts;
  const scene = createScene(parts);
  const { seats } = scene.seating;
  const camera = createCamera(scene.box, () => painter.wantFrame());
  const overlays = [paintStage, paintSectionNames, ...parts.overlays];
  const painter = paintFrames({ canvas, camera, scene, overlays, onFrame });
  const hovered = signal<number | null>(null);
  const stops = [
    followPointer({ canvas, camera, scene, hovered, onTap: parts.onTap }),
    followSize(canvas, camera),
    followColorScheme(() => {
      scene.colors = readColors(canvas);
      painter.repaint(null);
    }),
    painter.stop,
  ];
  return {
    hovered,
    isWhole: camera.isWhole,
    isFar: camera.isFar,
    zoomBy: (factor, index) => zoomBy(camera, factor, index === undefined ? undefined : seatAt(seats, index)),
    showAll: () => showAll(camera),
    showSeats(indexes) {
      if (camera.size.width === 0) return;
      canvas.scrollIntoView({ block: 'nearest', behavior: prefersStill() ? 'auto' : 'smooth' });
      showPoints(
        camera,
        indexes.map((index) => seatAt(seats, index)),
      );
    },
    reveal: (index) => reveal(camera, seatAt(seats, index)),
    repaint: painter.repaint,
    refresh: painter.wantFrame,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

type Pointed = Pick<MapParts, 'canvas' | 'onTap'> & {
  camera: Camera;
  scene: Scene;
  hovered: Signal<number | null>;
};

function followPointer({ canvas, camera, scene, hovered, onTap }: Pointed): () => void {
  const seatUnder = (at: Pixel): number | null => scene.grid.seatAt(toMap(camera.view, camera.size, at));
  return followGestures(canvas, {
    onPan: (by) => panBy(camera, by),
    onZoom: (at, factor) => zoomUnder(camera, at, factor),
    onRest: () => rest(camera),
    onTap(at, isTouch) {
      if (!canAim(camera, isTouch)) {
        approach(camera, at);
        return;
      }
      const index = seatUnder(at);
      if (index !== null) onTap(index);
    },
    onHover(at) {
      hovered.value = at && canAim(camera, false) ? seatUnder(at) : null;
    },
    canZoom: (factor) => canZoom(camera, factor),
  });
}

function followSize(canvas: HTMLCanvasElement, camera: Camera): () => void {
  const resizes = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(devicePixelRatio, MAX_PIXELS_PER_PIXEL);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    resize(camera, { width, height });
  });
  resizes.observe(canvas);
  return () => resizes.disconnect();
}

function followColorScheme(onChange: () => void): () => void {
  const schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const scheme of schemes) scheme.addEventListener('change', onChange);
  return () => {
    for (const scheme of schemes) scheme.removeEventListener('change', onChange);
  };
}
