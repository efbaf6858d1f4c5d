import { effect } from '@preact/signals';
import { createCamera, panBy, resize, showPoints, zoomBy } from '../../../../seat-map/camera.ts';
import { widen, type Box, type Pixel, type Size } from '../../../../seat-map/map-view.ts';
import { readColors, type MapColors } from '../../../../seat-map/read-colors.ts';
import type { Desk } from '../desk.ts';
import type { Board } from './board.ts';
import { planBox } from './grips.ts';
import { NO_TYPE } from './hall.ts';
import { paintBoard } from './paint-board.ts';

// More costs memory and time, and can hardly be seen.
const MAX_PIXELS_PER_PIXEL = 2;
const START: Box = { left: -15, top: -10, right: 15, bottom: 10 };
// Space around the plan, to draw on.
const ROOM = 40;
const SHOWN_MARGIN = 1;

export type RunningBoard = Board & {
  showAll(): void;
  showBox(box: Box): void;
  zoom(factor: number): void;
  moveView(by: Pixel): void;
  stop(): void;
};

export function runBoard(
  canvas: HTMLCanvasElement,
  desk: Desk,
  {
    tell,
    pictureUrl,
  }: { tell: (text: string | null, at?: Pixel) => void; pictureUrl: (id: string) => string },
): RunningBoard {
  const roomFor = (): Box => widen(planBox(desk) ?? START, ROOM);
  const camera = createCamera(roomFor(), () => painter.wantFrame());
  const showBox = ({ left, top, right, bottom }: Box): void =>
    showPoints(camera, [
      { x: left, y: top },
      { x: right, y: bottom },
    ]);
  const board: RunningBoard = {
    desk,
    canvas,
    camera,
    colors: boardColors(canvas),
    preview: [],
    moving: null,
    hidden: new Set(),
    marquee: null,
    lines: [],
    outline: [],
    cursor: null,
    corner: null,
    isTouch: matchMedia('(pointer: coarse)').matches,
    picture: null,
    tell,
    rearrange: () => painter.rearrange(),
    refresh: () => painter.wantFrame(),
    showBox,
    showAll: () => showBox(widen(planBox(desk) ?? START, SHOWN_MARGIN)),
    zoom: (factor) => zoomBy(camera, factor),
    moveView: (by) => panBy(camera, by),
    stop() {
      for (const stop of stops) stop();
    },
  };
  const painter = paintBoard(board);
  const stops = [
    desk.onShown((boxes) => {
      camera.box = roomFor();
      painter.spoil(boxes);
    }),
    effect(() => {
      // A change of any of these repaints.
      void [desk.chosen.value, desk.tool.value, desk.isSnapping.value];
      painter.wantFrame();
    }),
    followSize(board),
    followColors(() => {
      board.colors = boardColors(canvas);
      painter.spoil(null);
    }),
    followPicture(board, pictureUrl),
    painter.stop,
  ];
  return board;
}

/** Seats without a category are grey. The engine asks for the colour of their type by its number. */
function boardColors(canvas: Element): MapColors {
  const colors = readColors(canvas);
  Object.assign(colors.seats, { [NO_TYPE]: colors.taken });
  return colors;
}

function followSize(board: RunningBoard): () => void {
  const { canvas, camera } = board;
  function take({ width, height }: Size): void {
    if (width === 0 || height === 0) return;
    if (width === camera.size.width && height === camera.size.height) return;
    const isFirst = camera.size.width === 0;
    const ratio = Math.min(devicePixelRatio, MAX_PIXELS_PER_PIXEL);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    resize(camera, { width, height });
    if (!isFirst) return;
    board.showAll();
    // At once: there is nothing to glide from.
    if (camera.glide) camera.glide.since = 0;
  }
  // An observer tells it a frame later.
  take(canvas.getBoundingClientRect());
  const resizes = new ResizeObserver(([entry]) => {
    if (entry) take(entry.contentRect);
  });
  resizes.observe(canvas);
  return () => resizes.disconnect();
}

function followColors(onChange: () => void): () => void {
  const schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const scheme of schemes) scheme.addEventListener('change', onChange);
  return () => {
    for (const scheme of schemes) scheme.removeEventListener('change', onChange);
  };
}

/** Loads the picture to trace when there is another one. */
function followPicture(board: Board, urlOf: (id: string) => string): () => void {
  let shown: string | null = null;
  return effect(() => {
    const id = board.desk.plan.value.background?.pictureId ?? null;
    if (id === shown) return;
    shown = id;
    board.picture = null;
    if (id === null) return;
    const picture = new Image();
    picture.addEventListener('load', () => board.refresh());
    picture.src = urlOf(id);
    board.picture = picture;
  });
}
