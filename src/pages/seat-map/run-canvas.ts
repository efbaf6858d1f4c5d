import { createCamera, resize, type Camera } from './camera.ts';
import type { MapView, Size } from './map-view.ts';
import { paintFrames, type FrameDeps, type Painter } from './paint-frames.ts';
import { readColors } from './read-colors.ts';

// More costs a slow phone memory and time, and can hardly be seen.
const MAX_PIXELS_PER_PIXEL = 2;

export type RunningCanvas = { camera: Camera; painter: Painter; stop(): void };

/** Shows a scene on a canvas, and follows its size and the colour scheme. */
export function runCanvas(parts: Omit<FrameDeps, 'camera'>, firstView: MapView | null = null): RunningCanvas {
  const { canvas, scene } = parts;
  const camera = createCamera(scene.box, () => painter.wantFrame(), firstView);
  const painter = paintFrames({ ...parts, camera });
  const stops = [
    followSize(canvas, camera),
    followColorScheme(() => {
      scene.colors = readColors(canvas);
      painter.repaint(null);
    }),
    painter.stop,
  ];
  return {
    camera,
    painter,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

function followSize(canvas: HTMLCanvasElement, camera: Camera): () => void {
  function take({ width, height }: Size): void {
    if (width === 0 || height === 0) return;
    if (width === camera.size.width && height === camera.size.height) return;
    const ratio = Math.min(devicePixelRatio, MAX_PIXELS_PER_PIXEL);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    resize(camera, { width, height });
  }
  // An observer tells it a frame later.
  take(canvas.getBoundingClientRect());
  const resizes = new ResizeObserver(([entry]) => {
    if (entry) take(entry.contentRect);
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
