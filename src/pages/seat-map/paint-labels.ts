import type { Seating } from './arrange-seating.ts';
import { seenBox, toPixel, type Point } from './map-view.ts';
import type { MapColors } from './read-colors.ts';
import { rowsAtEdge, SMALLEST_ROW_NAME_PX } from './rows-at-edge.ts';
import { sectionsFrom, type Frame, type Overlay } from './scene.ts';

// From this size of a seat on the name of a section stands above it, out of the way of choosing.
const SMALLEST_CHOICE_PX = 11;
const LINE_HEIGHT = 1.25;
// How many are left changes all the time: old pictures are thrown away by the lot.
const MAX_PICTURES = 500;

export function paintStage(context: CanvasRenderingContext2D, { scene, view, size }: Frame): void {
  const { stage, colors } = scene;
  if (!stage) return;
  const { x, y } = toPixel(view, size, stage);
  const [width, height] = [stage.width * view.scale, stage.height * view.scale];
  context.fillStyle = colors.ink;
  context.beginPath();
  context.moveTo(x - width / 2, y);
  context.lineTo(x + width / 2, y);
  context.lineTo(x + width * 0.44, y + height);
  context.quadraticCurveTo(x, y + height * 1.3, x - width * 0.44, y + height);
  context.closePath();
  context.fill();
  context.fillStyle = colors.ground;
  context.font = `700 ${Math.min(Math.max(height * 0.55, 8), 18)}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(stage.name, x, y + height * 0.58, width * 0.8);
}

export function paintSectionNames(context: CanvasRenderingContext2D, frame: Frame): void {
  const { scene, view } = frame;
  const isNear = view.scale >= SMALLEST_CHOICE_PX;
  const looks = sectionsFrom(scene, view.scale);
  for (const { section, name, box, head, middle } of scene.outlines) {
    const width = (box.right - box.left + 1) * view.scale;
    const lines = looks?.[section]?.lines ?? [];
    paintLines(context, frame, [name, ...lines], {
      at: isNear ? head : middle,
      width,
      height: looks ? (box.bottom - box.top + 1) * view.scale : Infinity,
      // Few sizes, so that few pictures are made.
      fontPx: isNear || width > 100 ? 13 : width > 70 ? 11 : 9,
    });
  }
}

const ROW_NAME_PX = 13;

/** The names of rows whose beginning is out of sight, each wholly within the map. */
export const paintRowsAtEdge =
  (seating: Seating): Overlay =>
  (context, frame) => {
    const { scene, view, size, ratio } = frame;
    if (view.scale < SMALLEST_ROW_NAME_PX) return;
    const seen = seenBox(view, size);
    for (const { name, at } of rowsAtEdge(seating, scene.grid, seen)) {
      const { width, height } = pictureOf(name, scene.colors, ROW_NAME_PX * ratio);
      const [across, down] = [width / 2 / ratio / view.scale, height / 2 / ratio / view.scale];
      const x = Math.min(Math.max(at.x, seen.left + across), seen.right - across);
      const y = Math.min(Math.max(at.y, seen.top + down), seen.bottom - down);
      paintLines(context, frame, [name], {
        at: { x, y },
        width: Infinity,
        height: Infinity,
        fontPx: ROW_NAME_PX,
      });
    }
  };

type Room = {
  at: Point;
  /** In CSS pixels. */
  width: number;
  height: number;
  fontPx: number;
};

/** Lines around a point of the map, one below the other; the last ones are left out where there is no room. */
export function paintLines(
  context: CanvasRenderingContext2D,
  { scene, view, size, ratio }: Frame,
  lines: readonly string[],
  { at, width, height, fontPx }: Room,
): void {
  const { x, y } = toPixel(view, size, at);
  if (x < -width / 2 || x > size.width + width / 2 || y < -60 || y > size.height + 60) return;
  const lineHeight = fontPx * LINE_HEIGHT;
  const pictures = lines
    .map((line, nth) => pictureOf(line, scene.colors, (nth === 0 ? fontPx : fontPx - 1) * ratio))
    // A name may be wider than what it names, what is below it may not.
    .filter((picture, nth) => nth === 0 || picture.width / ratio <= width + fontPx)
    .slice(0, Math.max(1, Math.floor(height / lineHeight)));
  // On whole pixels, or the letters would blur.
  const snap = (value: number) => Math.round(value * ratio) / ratio;
  pictures.forEach((picture, nth) => {
    const [wide, high] = [picture.width / ratio, picture.height / ratio];
    const middle = y + (nth - (pictures.length - 1) / 2) * lineHeight;
    context.drawImage(picture, snap(x - wide / 2), snap(middle - high / 2), wide, high);
  });
}

// Letters with an outline are slow to draw, and a hall has many sections to name in every frame.
const pictures = new WeakMap<MapColors, Map<string, HTMLCanvasElement>>();

function pictureOf(name: string, colors: MapColors, fontPx: number): HTMLCanvasElement {
  let known = pictures.get(colors);
  if (!known || known.size > MAX_PICTURES) known = new Map<string, HTMLCanvasElement>();
  pictures.set(colors, known);
  const key = `${fontPx} ${name}`;
  const picture = known.get(key) ?? drawName(name, colors, fontPx);
  known.set(key, picture);
  return picture;
}

function drawName(name: string, colors: MapColors, fontPx: number): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) return picture;
  const font = `700 ${fontPx}px ${colors.font}`;
  context.font = font;
  picture.width = Math.ceil(context.measureText(name).width + fontPx);
  picture.height = Math.ceil(fontPx * 1.8);
  // A canvas that gets a size forgets what it was told.
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  // Readable over seats, and over nothing at all.
  context.strokeStyle = colors.ground;
  context.lineWidth = fontPx * 0.4;
  context.lineJoin = 'round';
  context.strokeText(name, picture.width / 2, picture.height / 2);
  context.fillStyle = colors.ink;
  context.fillText(name, picture.width / 2, picture.height / 2);
  return picture;
}
