import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { DrawnObject } from '../../seating-plans/drawing.ts';
import type { Seating } from './arrange-seating.ts';
import {
  approach,
  canAim,
  canZoom,
  enter,
  panBy,
  prefersStill,
  rest,
  reveal,
  showAll,
  showPoints,
  zoomBy,
  zoomUnder,
  type Camera,
} from './camera.ts';
import { followGestures } from './follow-gestures.ts';
import { isInside } from './is-inside.ts';
import { toMap, type MapView, type Pixel, type Point } from './map-view.ts';
import type { Painter, SeatPixel } from './paint-frames.ts';
import { paintRowsAtEdge, paintSectionNames, paintStage } from './paint-labels.ts';
import { seatAt } from './plan.ts';
import { runCanvas } from './run-canvas.ts';
import { createScene, sectionsFrom, type Look, type Overlay, type Scene } from './scene.ts';

export type RunningMap = {
  /** The seat under the mouse. */
  hovered: ReadonlySignal<number | null>;
  isWhole: Camera['isWhole'];
  isFar: Camera['isFar'];
  /** The visible part; null: the whole map. */
  view(): MapView | null;
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

export type MapDeps = {
  canvas: HTMLCanvasElement;
  seating: Seating;
  stageName: string;
  look: Look;
  /** The part visible at first; null: the whole map. */
  firstView?: MapView | null;
  /** Over the stage and the names of sections, the first one lowest. */
  overlays: Overlay[];
  onTap(index: number): void;
  /** A standing area was tapped. */
  onArea?(id: string): void;
  onFrame(pixelOf: (index: number) => SeatPixel): void;
};

/** Draws a plan on a canvas, and follows fingers, mouse, size and colour scheme. */
export function runMap(parts: MapDeps): RunningMap {
  const { canvas, onFrame } = parts;
  const scene = createScene(parts);
  const { seats } = scene.seating;
  const overlays = [paintStage, paintSectionNames, paintRowsAtEdge(parts.seating), ...parts.overlays];
  const { camera, painter, stop } = runCanvas({ canvas, scene, overlays, onFrame }, parts.firstView);
  const hovered = signal<number | null>(null);
  const stopPointer = followPointer({ ...parts, camera, scene, hovered });
  return {
    hovered,
    isWhole: camera.isWhole,
    isFar: camera.isFar,
    view: () => (camera.isWhole.peek() ? null : (camera.glide?.to ?? camera.view)),
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
      stopPointer();
      stop();
    },
  };
}

type Pointed = Pick<MapDeps, 'canvas' | 'onTap' | 'onArea'> & {
  camera: Camera;
  scene: Scene;
  hovered: Signal<number | null>;
};

function followPointer({ canvas, camera, scene, hovered, onTap, onArea }: Pointed): () => void {
  const seatUnder = (at: Pixel): number | null => scene.grid.seatAt(toMap(camera.view, camera.size, at));
  return followGestures(canvas, {
    onPan: (by) => panBy(camera, by),
    onZoom: (at, factor) => zoomUnder(camera, at, factor),
    onRest: () => rest(camera),
    onTap(at, isTouch) {
      const point = toMap(camera.view, camera.size, at);
      const area = onArea && areaAt(scene, point);
      if (area) onArea(area.id);
      else if (!canAim(camera, isTouch)) comeCloser(camera, scene, at);
      else {
        const index = scene.grid.seatAt(point);
        if (index !== null) onTap(index);
      }
    },
    onHover(at) {
      hovered.value = at && canAim(camera, false) ? seatUnder(at) : null;
    },
    canZoom: (factor) => canZoom(camera, factor),
  });
}

const areaAt = ({ seating }: Scene, point: Point): DrawnObject | undefined =>
  seating.drawing.findLast((object) => object.type === 'standing' && isInside(object.points, point));

/** To the section that was tapped where sections are shown, else to the spot. */
function comeCloser(camera: Camera, scene: Scene, at: Pixel): void {
  const { view, size } = camera;
  const point = toMap(view, size, at);
  const section =
    sectionsFrom(scene, view.scale) && scene.outlines.find(({ points }) => isInside(points, point));
  if (section) enter(camera, section.points, at);
  else approach(camera, at);
}
