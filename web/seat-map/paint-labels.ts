import { toPixel } from './map-view.ts';
import type { MapColors } from './read-colors.ts';
import type { Frame } from './scene.ts';

// From this size of a seat on the name of a section stands above it, out of the way of choosing.
const SMALLEST_CHOICE_PX = 11;

export function paintStage(context: CanvasRenderingContext2D, { scene, view, size }: Frame): void {
  const { stage, colors } = scene;
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

export function paintSectionNames(
  context: CanvasRenderingContext2D,
  { scene: { outlines, colors }, view, size, ratio }: Frame,
): void {
  const isNear = view.scale >= SMALLEST_CHOICE_PX;
  for (const { name, box, head, middle } of outlines) {
    const room = (box.right - box.left + 1) * view.scale;
    const { x, y } = toPixel(view, size, isNear ? head : middle);
    if (x < -room / 2 || x > size.width + room / 2 || y < -20 || y > size.height + 20) continue;
    // Few sizes, so that few pictures are made.
    const fontPx = isNear || room > 100 ? 13 : room > 70 ? 11 : 9;
    const picture = pictureOf(name, colors, fontPx * ratio);
    const [width, height] = [picture.width / ratio, picture.height / ratio];
    // On whole pixels, or the letters would blur.
    const snap = (value: number) => Math.round(value * ratio) / ratio;
    context.drawImage(picture, snap(x - width / 2), snap(y - height / 2), width, height);
  }
}

// Letters with an outline are slow to draw, and a hall has many sections to name in every frame.
const pictures = new WeakMap<MapColors, Map<string, HTMLCanvasElement>>();

function pictureOf(name: string, colors: MapColors, fontPx: number): HTMLCanvasElement {
  const known = pictures.get(colors) ?? new Map<string, HTMLCanvasElement>();
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
