import { glideOn, type Camera } from './camera.ts';
import { createTiles } from './map-tiles.ts';
import { toPixel, widen, type Box, type Pixel, type Point } from './map-view.ts';
import { seatAt } from './plan.ts';
import type { Frame, Overlay, Scene } from './scene.ts';

export type SeatPixel = Pixel & { seatPx: number };
export type Painter = {
  wantFrame(): void;
  /** Seats look different from before: these, or all. */
  repaint(indexes: number[] | null): void;
  /** The contents of these boxes look different from before. */
  repaintIn(boxes: readonly Box[]): void;
  stop(): void;
};
export type FrameDeps = {
  canvas: HTMLCanvasElement;
  camera: Camera;
  scene: Scene;
  overlays: Overlay[];
  /** Painted between the seats and what stands over them, in device pixels. Says whether another frame is wanted. */
  above?(context: CanvasRenderingContext2D, frame: Frame & { isZooming: boolean }): boolean;
  /** Told after every frame where a seat is, and how large; and whether all of it is painted, or the rest is still to come. */
  onFrame(pixelOf: (index: number) => SeatPixel, isWhole: boolean): void;
};

/** Keeps the canvas showing the scene: paints when something changed, and only then. */
export function paintFrames({ canvas, camera, scene, overlays, above, onFrame }: FrameDeps): Painter {
  const { seats } = scene.seating;
  const context = canvas.getContext('2d');
  const tiles = createTiles();
  let version = 0;
  let wantedFrame = 0;

  function paint(now: number): void {
    wantedFrame = 0;
    if (!context || camera.size.width === 0) return;
    glideOn(camera, now);
    const { view, size, isZooming } = camera;
    const ratio = canvas.width / size.width;
    const frame = { scene, view, size, ratio };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = scene.colors.ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    let isMissing = tiles.draw(context, { ...frame, version, isZooming });
    if (above?.(context, { ...frame, isZooming })) isMissing = true;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const overlay of overlays) overlay(context, frame);
    onFrame((index) => ({ ...toPixel(view, size, seatAt(seats, index)), seatPx: view.scale }), !isMissing);
    if (isMissing || camera.glide) wantFrame();
  }

  function wantFrame(): void {
    wantedFrame ||= requestAnimationFrame(paint);
  }

  return {
    wantFrame,
    repaint(indexes) {
      if (indexes) tiles.spoil(indexes.map((index) => boxAround(seatAt(seats, index))));
      else version += 1;
      wantFrame();
    },
    repaintIn(boxes) {
      tiles.spoil(boxes);
      wantFrame();
    },
    stop: () => cancelAnimationFrame(wantedFrame),
  };
}

const boxAround = ({ x, y }: Point): Box => widen({ left: x, right: x, top: y, bottom: y }, 0.5);
