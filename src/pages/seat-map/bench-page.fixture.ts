import { arrangeSeating } from './arrange-seating.ts';
import { panBy, zoomUnder, rest, type Camera } from './camera.ts';
import { seenBox } from './map-view.ts';
import { paintSectionNames, paintStage } from './paint-labels.ts';
import type { Plan, Seat } from './plan.ts';
import { runCanvas } from './run-canvas.ts';
import { createScene } from './scene.ts';

// Runs in the browser: the map as buyers have it, without its sections from afar, and a canvas that paints as many shapes.

const BLOCKS = 40;
const ROWS = 20;
const SEATS_IN_ROW = 25;
const PAN_FRAMES = 30;
const ZOOM_FRAMES = 20;
const SCALE = 12;
// Most of the seats are in view, and each has its shape.
const SHARP = 6.5;

function makePlan(): Plan {
  const seats: Seat[] = [];
  const sections = Array.from({ length: BLOCKS }, (_, block) => `Block ${block + 1}`);
  for (let s = 0; s < BLOCKS; s++) {
    for (let row = 0; row < ROWS; row++) {
      for (let n = 0; n < SEATS_IN_ROW; n++) {
        const [x, y] = [(s % 8) * 28 + n, Math.floor(s / 8) * 28 + row * 1.1];
        seats.push({ id: `${s}-${row}-${n}`, s, t: s % 6, r: `${row + 1}`, n: `${n + 1}`, x, y });
      }
    }
  }
  return { sections, seats };
}

/** A frame of the browser's: what was painted before it is on the screen after it. */
const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function makeCanvas(): HTMLCanvasElement {
  const room = document.getElementById('room');
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'width: 1000px; height: 600px; display: block';
  room?.replaceChildren(canvas);
  return canvas;
}

/** All shapes that are in view, each with its colour, straight onto the canvas. */
function paintFloor(
  canvas: HTMLCanvasElement,
  seats: Seat[],
  view: { x: number; y: number; scale: number },
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const box = seenBox(view, { width: 1000, height: 600 });
  const side = view.scale * 0.8;
  let color = -1;
  for (const { x, y, t } of seats) {
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    if (t !== color) context.fillStyle = `hsl(${t * 60} 60% 40%)`;
    color = t;
    context.fillRect(
      (x - box.left) * view.scale - side / 2,
      (y - box.top) * view.scale - side / 2,
      side,
      side,
    );
  }
}

const WHOLE = { x: 110, y: 66, scale: 4.2 };

async function openMap(plan: Plan) {
  const canvas = makeCanvas();
  const since = performance.now();
  const seating = arrangeSeating(plan);
  const scene = createScene({ canvas, seating, stageName: 'STAGE', look: { isFree: () => true } });
  let onWhole = (): void => {};
  const running = runCanvas({
    canvas,
    scene,
    overlays: [paintStage, paintSectionNames],
    onFrame(_pixelOf, isWhole) {
      if (isWhole) onWhole();
    },
  });
  /** Until a frame has nothing left to be painted, and that is on the screen. */
  const untilWhole = async (): Promise<void> => {
    await new Promise<void>((resolve) => (onWhole = resolve));
    await nextFrame();
  };
  await untilWhole();
  return { ...running, untilWhole, ms: performance.now() - since };
}

async function openFloor(plan: Plan) {
  const canvas = makeCanvas();
  canvas.width = 1000;
  canvas.height = 600;
  const since = performance.now();
  await nextFrame();
  paintFloor(canvas, plan.seats, WHOLE);
  await nextFrame();
  return { canvas, ms: performance.now() - since };
}

/** How long a frame takes on average; where little is to be done, as long as the screen takes for one. */
async function frameMs(frames: number, act: (nth: number) => void): Promise<number> {
  const since = performance.now();
  for (let nth = 0; nth < frames; nth++) {
    act(nth);
    await nextFrame();
  }
  await nextFrame();
  return (performance.now() - since) / frames;
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await act();
  return performance.now() - since;
}

function closeUp(camera: Camera): void {
  zoomUnder(camera, { x: 500, y: 300 }, SCALE / camera.view.scale);
  rest(camera);
}

async function measureSeatMap() {
  const plan = makePlan();
  const map = await openMap(plan);
  closeUp(map.camera);
  for (let nth = 0; nth < 30; nth++) await nextFrame();
  const panMs = await frameMs(PAN_FRAMES, (nth) => panBy(map.camera, { x: nth % 2 ? -9 : 7, y: 5 }));
  const zoomMs = await frameMs(ZOOM_FRAMES, (nth) =>
    zoomUnder(map.camera, { x: 400, y: 200 }, nth % 2 ? 1.15 : 0.9),
  );
  rest(map.camera);
  for (let nth = 0; nth < 30; nth++) await nextFrame();
  const sharpMs = await timeOf(async () => {
    zoomUnder(map.camera, { x: 500, y: 300 }, SHARP / map.camera.view.scale);
    rest(map.camera);
    await map.untilWhole();
  });
  map.stop();
  const floor = await openFloor(plan);
  const near = { ...WHOLE, scale: SCALE };
  const floorPanMs = await frameMs(PAN_FRAMES, (nth) =>
    paintFloor(floor.canvas, plan.seats, { ...near, x: 110 + nth }),
  );
  const floorZoomMs = await frameMs(ZOOM_FRAMES, (nth) =>
    paintFloor(floor.canvas, plan.seats, { ...near, scale: SCALE * (nth % 2 ? 1.15 : 0.9) }),
  );
  const floorSharpMs = await timeOf(async () => {
    await nextFrame();
    paintFloor(floor.canvas, plan.seats, { ...WHOLE, scale: SHARP });
    await nextFrame();
  });
  return {
    open: { mapMs: map.ms, floorMs: floor.ms },
    pan: { mapMs: panMs, floorMs: floorPanMs },
    zoom: { mapMs: zoomMs, floorMs: floorZoomMs },
    sharp: { mapMs: sharpMs, floorMs: floorSharpMs },
  };
}

Object.assign(globalThis, { measureSeatMap });
