import { glideOn, type Camera } from './camera.ts';
import { createTiles } from './map-tiles.ts';
import { toPixel, type Pixel } from './map-view.ts';
import { seatAt } from './plan.ts';
import type { Overlay, Scene } from './scene.ts';

export type SeatPixel = Pixel & { seatPx: number };
export type Painter = {
  wantFrame(): void;
  /** Seats look different from before: these, or all. */
  repaint(indexes: number[] | null): void;
  stop(): void;
};
type Parts = {
  canvas: HTMLCanvasElement;
  camera: Camera;
  scene: Scene;
  overlays: Overlay[];
  /** Told after every frame where a seat is, and how large. */
  onFrame(pixelOf: (index: number) => SeatPixel): void;
};

/** Keeps the canvas showing the scene: paints when something changed, and only then. */
export function paintFrames({ canvas, camera, scene, overlays, onFrame }: Parts): Painter {
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
    const isMissing = tiles.draw(context, { ...frame, version, isZooming });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const overlay of overlays) overlay(context, frame);
    onFrame((index) => ({ ...toPixel(view, size, seatAt(seats, index)), seatPx: view.scale }));
    if (isMissing || camera.glide) wantFrame();
  }

  function wantFrame(): void {
    wantedFrame ||= requestAnimationFrame(paint);
  }

  return {
    wantFrame,
    repaint(indexes) {
      if (indexes) tiles.spoil(indexes.map((index) => seatAt(seats, index)));
      else version += 1;
      wantFrame();
    },
    stop: () => cancelAnimationFrame(wantedFrame),
  };
}
