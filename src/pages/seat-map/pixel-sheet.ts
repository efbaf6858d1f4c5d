// Seats are put together pixel by pixel and laid onto the map as one picture. To ask a canvas for each of twenty thousand shapes takes
// ten times as long where there is no graphics card, and longer with one too.

/** A shape that is pressed onto a sheet many times: the places of its pixels, from its upper left corner, and their colours. */
export type Stamp = {
  size: number;
  across: Uint8Array;
  down: Uint8Array;
  colors: Uint32Array;
  /** The same places as one number each, on a sheet of this width. */
  onSheet: { width: number; places: Int32Array };
};

export type Sheet = {
  press(stamp: Stamp, left: number, top: number): void;
  layOn(context: CanvasRenderingContext2D): void;
};

// Of colours as four bytes, which every browser's machine has in this order: alpha is the highest.
const ALPHA_SHIFT = 24;
const OPAQUE = 255;
const RGB = 0xff_ff_ff;

let last: ImageData | null = null;

/** One at a time: the next one is on the same pixels. */
export function startSheet(width: number, height: number): Sheet {
  const image = last?.width === width && last.height === height ? last : new ImageData(width, height);
  last = image;
  const pixels = new Uint32Array(image.data.buffer).fill(0);

  /** At whole pixels. */
  function press(stamp: Stamp, left: number, top: number): void {
    const { size, colors } = stamp;
    const isInside = left >= 0 && top >= 0 && left + size <= width && top + size <= height;
    if (!isInside) {
      pressPart(stamp, left, top);
      return;
    }
    if (stamp.onSheet.width !== width) stamp.onSheet = placesOn(stamp, width);
    const { places } = stamp.onSheet;
    const start = top * width + left;
    for (let nth = 0; nth < colors.length; nth++) {
      const at = start + (places[nth] ?? 0);
      const under = pixels[at] ?? 0;
      const color = colors[nth] ?? 0;
      pixels[at] = under === 0 ? color : join(under, color);
    }
  }

  function pressPart({ across, down, colors }: Stamp, left: number, top: number): void {
    for (let nth = 0; nth < colors.length; nth++) {
      const x = left + (across[nth] ?? 0);
      const y = top + (down[nth] ?? 0);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = y * width + x;
      pixels[at] = join(pixels[at] ?? 0, colors[nth] ?? 0);
    }
  }

  function layOn(context: CanvasRenderingContext2D): void {
    const under = scratch(width, height);
    under?.putImageData(image, 0, 0);
    if (under) context.drawImage(under.canvas, 0, 0);
  }

  return { press, layOn };
}

const placesOn = ({ across, down }: Pick<Stamp, 'across' | 'down'>, width: number): Stamp['onSheet'] => ({
  width,
  places: Int32Array.from(across, (x, nth) => (down[nth] ?? 0) * width + x),
});

/** Of the pixels of a square that are not clear. */
function makeStamp(size: number, pixels: Uint32Array): Stamp {
  const seen = [...pixels.keys()].filter((at) => (pixels[at] ?? 0) >>> ALPHA_SHIFT > 0);
  const across = Uint8Array.from(seen, (at) => at % size);
  const down = Uint8Array.from(seen, (at) => Math.floor(at / size));
  const colors = Uint32Array.from(seen, (at) => pixels[at] ?? 0);
  return { size, across, down, colors, onSheet: placesOn({ across, down }, size) };
}

/** Neighbours share the pixels at their edges: each covers a part of it. The colour is that of the more opaque one. */
function join(one: number, other: number): number {
  const alpha = Math.min(OPAQUE, (one >>> ALPHA_SHIFT) + (other >>> ALPHA_SHIFT));
  return withAlpha(Math.max(one, other), alpha);
}

const withAlpha = (color: number, alpha: number): number => ((color & RGB) | (alpha << ALPHA_SHIFT)) >>> 0;

let between: CanvasRenderingContext2D | null = null;

/** Pixels that are put onto a canvas replace what was there: so they go onto one of their own first. */
function scratch(width: number, height: number): CanvasRenderingContext2D | null {
  between ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (between && (between.canvas.width !== width || between.canvas.height !== height))
    Object.assign(between.canvas, { width, height });
  return between;
}

/** The pixels of a picture. `opacity` is that of all of it. */
export function toStamp(picture: CanvasRenderingContext2D, opacity: number): Stamp {
  const pixels = readPixels(picture).map((color) => fade(color, opacity));
  return makeStamp(picture.canvas.width, pixels);
}

const fade = (color: number, opacity: number): number =>
  withAlpha(color, Math.round((color >>> ALPHA_SHIFT) * opacity));

// A dot is as much of a pixel aside as one can see.
const STEPS = 4;

/** Squares of one colour, by how far they begin within a pixel: the edges cover parts of pixels, so that dots stand as far apart as seats. */
export type Dots = { side: number; stamps: Stamp[] };

const cut = new Map<string, Dots>();
const MAX_CUT = 100;

/** The same again where they were made before. */
export function dotsOf(color: number, side: number): Dots {
  const key = `${color} ${side}`;
  const dots = cut.get(key) ?? cutDots(color, side);
  if (cut.size > MAX_CUT) cut.clear();
  cut.set(key, dots);
  return dots;
}

function cutDots(color: number, side: number): Dots {
  const size = Math.ceil(side) + 1;
  const covers = (nth: number, pixel: number): number => {
    const from = nth / STEPS;
    return Math.max(0, Math.min(from + side, pixel + 1) - Math.max(from, pixel));
  };
  const stamps: Stamp[] = [];
  for (let down = 0; down < STEPS; down++) {
    for (let across = 0; across < STEPS; across++) {
      const pixels = new Uint32Array(size * size);
      for (let at = 0; at < pixels.length; at++)
        pixels[at] = fade(color, covers(across, at % size) * covers(down, Math.floor(at / size)));
      stamps.push(makeStamp(size, pixels));
    }
  }
  return { side, stamps };
}

/** With its middle there. */
export function pressDot(sheet: Sheet, { side, stamps }: Dots, x: number, y: number): void {
  const left = Math.round((x - side / 2) * STEPS);
  const top = Math.round((y - side / 2) * STEPS);
  const stamp = stamps[(top & (STEPS - 1)) * STEPS + (left & (STEPS - 1))];
  if (stamp) sheet.press(stamp, Math.floor(left / STEPS), Math.floor(top / STEPS));
}

const readPixels = (context: CanvasRenderingContext2D): Uint32Array =>
  new Uint32Array(context.getImageData(0, 0, context.canvas.width, context.canvas.height).data.buffer);

const known = new Map<string, number>();

/** A colour of the page as a number. */
export function toColor(color: string, opacity: number): number {
  const read = known.get(color) ?? readColor(color);
  known.set(color, read);
  return fade(read, opacity);
}

function readColor(color: string): number {
  const context = makePicture(1);
  if (!context) return 0;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return readPixels(context)[0] ?? 0;
}

/** A small canvas to read from. */
export function makePicture(size: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  return canvas.getContext('2d', { willReadFrequently: true });
}

let isTrue: boolean | null = null;

/** Some browsers answer noise, so that nobody is told apart by what their canvas paints. There seats are painted one by one. */
export function canReadPixels(): boolean {
  isTrue ??= readsTrue();
  return isTrue;
}

const TRIED = ['#0d5c60', '#a63f22', '#2b5797', '#ffffff'];

function readsTrue(): boolean {
  return TRIED.every((color) => {
    const read = toColor(color, 1);
    const bytes = [read & 255, (read >>> 8) & 255, (read >>> 16) & 255];
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return read >>> ALPHA_SHIFT === OPAQUE && `#${hex}` === color;
  });
}
