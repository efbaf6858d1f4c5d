import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { encodePng } from '../media/encode-png.ts';
import {
  drawTile,
  CORNER_MOTIFS,
  PALETTES,
  paletteBytes,
  plain,
  SMALL_MOTIFS,
  WHOLE_MOTIFS,
} from './mosaic-tile.ts';
import type { Colours, Motif } from './mosaic-tile.ts';

// Poster art for the demo events, so that a fresh install shows pictures without shipping or downloading any.

/** Larger than any image the demo shows; above it the pixel buffer is a mistake, not a poster. */
const MAXIMUM_SIDE_PX = 4096;

const LARGE_MOTIFS = [...CORNER_MOTIFS, ...WHOLE_MOTIFS];

type Random = { below: (limit: number) => number; pick: <T>(choices: readonly T[]) => T };
/** Few tiles make a picture: each is drawn once, and turned once for each turn that it is laid in. */
type Canvas = { widthPx: number; heightPx: number; pixels: Uint8Array; tiles: Map<string, Uint8Array> };

export async function drawMosaic(input: {
  seed: string;
  widthPx: number;
  heightPx: number;
}): Promise<Buffer> {
  const { seed, widthPx, heightPx } = input;
  for (const sidePx of [widthPx, heightPx]) {
    assert(
      Number.isInteger(sidePx) && sidePx > 0 && sidePx <= MAXIMUM_SIDE_PX,
      `a mosaic side of ${sidePx} pixels`,
    );
  }
  const random = randomFrom(seed);
  const palette = random.pick(PALETTES);
  const canvas: Canvas = { widthPx, heightPx, pixels: new Uint8Array(widthPx * heightPx), tiles: new Map() };
  random.pick(COMPOSITIONS)(canvas, gridFor(canvas), random);
  return encodePng({
    widthPx,
    heightPx,
    bitsPerPixel: 8,
    palette: paletteBytes(palette),
    rows: canvas.pixels,
  });
}

// ── Compositions: how the tiles are arranged ────────────────────────────────────────────────────────────────────

type Grid = { columns: number; rows: number; tilePx: number; left: number; top: number };
type Composition = (canvas: Canvas, grid: Grid, random: Random) => void;
/** `turn` counts quarter turns clockwise; `span` is in tiles. */
type Placed = Colours & { motif: Motif; column: number; row: number; turn: number; span?: number };

/** About six tiles along the shorter side, of a size that divides both sides if one near does; else cropped evenly. */
function gridFor({ widthPx, heightPx }: Canvas): Grid {
  const idealPx = Math.ceil(Math.min(widthPx, heightPx) / 6);
  const isExact = (sizePx: number): boolean => widthPx % sizePx === 0 && heightPx % sizePx === 0;
  let tilePx = idealPx;
  for (let offPx = 0; offPx <= idealPx / 3 && !isExact(tilePx); offPx++) {
    tilePx = [idealPx - offPx, idealPx + offPx].find(isExact) ?? idealPx;
  }
  const columns = Math.ceil(widthPx / tilePx);
  const rows = Math.ceil(heightPx / tilePx);
  const left = (widthPx - columns * tilePx) >> 1;
  const top = (heightPx - rows * tilePx) >> 1;
  return { columns, rows, tilePx, left, top };
}

function lay(canvas: Canvas, grid: Grid, placed: Placed): void {
  const sizePx = grid.tilePx * (placed.span ?? 1);
  const pixels = turnedTile(canvas.tiles, placed, sizePx);
  const left = grid.left + placed.column * grid.tilePx;
  const top = grid.top + placed.row * grid.tilePx;
  const [fromX, toX] = [Math.max(0, -left), Math.min(sizePx, canvas.widthPx - left)];
  const toY = Math.min(sizePx, canvas.heightPx - top);
  if (fromX >= toX) return;
  for (let y = Math.max(0, -top); y < toY; y++) {
    const row = pixels.subarray(y * sizePx + fromX, y * sizePx + toX);
    canvas.pixels.set(row, (top + y) * canvas.widthPx + left + fromX);
  }
}

function turnedTile(tiles: Canvas['tiles'], placed: Placed, sizePx: number): Uint8Array {
  const { motif, ground, figure, accent } = placed;
  const turn = placed.turn % 4;
  const key = [motif.name, ground, figure, accent, sizePx, turn].join();
  const known = tiles.get(key);
  if (known) return known;
  const tile =
    turn === 0
      ? drawTile(motif, { ground, figure, accent, sizePx })
      : turned(turnedTile(tiles, { ...placed, turn: 0 }, sizePx), sizePx, turn);
  tiles.set(key, tile);
  return tile;
}

/** A quarter turn walks the drawn tile along other axes: from where, and how far for each step right and down. */
function turned(tile: Uint8Array, sizePx: number, turn: number): Uint8Array {
  const last = sizePx - 1;
  const walks: [start: number, right: number, down: number][] = [
    [0, 1, sizePx],
    [last * sizePx, -sizePx, 1],
    [last * sizePx + last, -1, -sizePx],
    [last, sizePx, -1],
  ];
  const [start, right, down] = cycled(walks, turn);
  const pixels = new Uint8Array(tile.length);
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) pixels[y * sizePx + x] = tile[start + x * right + y * down] ?? 0;
  }
  return pixels;
}

function* cells({ columns, rows }: Grid): Generator<{ column: number; row: number }> {
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) yield { column, row };
}

function mirrorLeftToRight({ widthPx, heightPx, pixels }: Canvas): void {
  for (let y = 0; y < heightPx; y++) {
    const row = pixels.subarray(y * widthPx, (y + 1) * widthPx);
    for (let x = 0; x < widthPx >> 1; x++) row[widthPx - 1 - x] = row[x] ?? 0;
  }
}

function mirrorTopToBottom({ widthPx, heightPx, pixels }: Canvas): void {
  for (let y = 0; y < heightPx >> 1; y++) {
    pixels.copyWithin((heightPx - 1 - y) * widthPx, y * widthPx, (y + 1) * widthPx);
  }
}

/** Strips of one motif each, like narrow-loom cloth sewn edge to edge. */
const bands: Composition = (canvas, grid, random) => {
  for (let row = 0; row < grid.rows; row++) {
    const band = coloured(random, random.pick(SMALL_MOTIFS));
    const turns = [random.below(4), random.below(4)];
    for (let column = 0; column < grid.columns; column++) {
      lay(canvas, grid, { ...band, column, row, turn: cycled(turns, column) });
    }
  }
};

/** Two-by-two blocks turned about their centres, in two designs. */
const quilt: Composition = (canvas, grid, random) => {
  const designs = distinctMotifs(random, 2).map((motif) => coloured(random, motif));
  const firstTurn = random.below(4);
  for (const { column, row } of cells(grid)) {
    const design = cycled(designs, (column >> 1) + (row >> 1));
    const corner = row % 2 ? 3 - (column % 2) : column % 2;
    lay(canvas, grid, { ...design, column, row, turn: firstTurn + corner });
  }
};

/** Three designs marching along the diagonals. */
const diagonals: Composition = (canvas, grid, random) => {
  const strands = distinctMotifs(random, 3).map((motif) => coloured(random, motif));
  const turn = random.below(4);
  for (const { column, row } of cells(grid)) {
    lay(canvas, grid, { ...cycled(strands, column + row), column, row, turn });
  }
};

/** A free patchwork of few motifs, some of them doubled, folded along the middle. */
const folded: Composition = (canvas, grid, random) => {
  const motifs = [...distinctMotifs(random, 3), plain];
  const colourways = [pickColours(random), pickColours(random), pickColours(random)];
  const middle = Math.ceil(grid.columns / 2);
  for (const { column, row } of cells({ ...grid, columns: middle })) {
    lay(canvas, grid, {
      motif: random.pick(motifs),
      ...random.pick(colourways),
      column,
      row,
      turn: random.below(4),
    });
  }
  const motif = random.pick(LARGE_MOTIFS);
  for (let row = random.below(2); row + 1 < grid.rows; row += 3) {
    const column = random.below(Math.max(1, middle - 1));
    lay(canvas, grid, { motif, ...random.pick(colourways), column, row, span: 2, turn: random.below(4) });
  }
  mirrorLeftToRight(canvas);
};

/** Large shapes meeting at the centre, framed by small ones. */
const medallion: Composition = (canvas, grid, random) => {
  const frame = coloured(random, random.pick(SMALL_MOTIFS));
  const firstTurn = random.below(4);
  for (const { column, row } of cells(grid)) {
    lay(canvas, grid, { ...frame, column, row, turn: firstTurn + column + row });
  }
  const [middle, centre] = [grid.columns >> 1, grid.rows >> 1];
  const span = Math.max(1, Math.min(middle, centre) - 1);
  const heart = coloured(random, random.pick(LARGE_MOTIFS));
  lay(canvas, grid, { ...heart, column: middle - span, row: centre - span, span, turn: 2 * random.below(2) });
  mirrorLeftToRight(canvas);
  mirrorTopToBottom(canvas);
};

/** One great shape in a clear sky over patterned ground. */
const sunrise: Composition = (canvas, grid, random) => {
  bands(canvas, grid, random);
  const span = Math.max(1, Math.min(grid.columns, grid.rows - 2) - random.pick([0, 2]));
  const sky = pickColours(random);
  for (const { column, row } of cells({ ...grid, rows: span })) {
    lay(canvas, grid, { ...sky, motif: plain, column, row, turn: 0 });
  }
  // A quarter of a sun belongs on the horizon at the edge: in open sky its straight sides look cut off.
  const sun = random.pick([
    { motif: random.pick(WHOLE_MOTIFS), column: (grid.columns - span) >> 1, turn: random.below(4) },
    { motif: random.pick(CORNER_MOTIFS), column: 0, turn: 3 },
    { motif: random.pick(CORNER_MOTIFS), column: grid.columns - span, turn: 2 },
  ]);
  lay(canvas, grid, { ...sky, ...sun, row: 0, span });
};

const COMPOSITIONS = [bands, quilt, diagonals, folded, medallion, sunrise];

// ── Chance, from the seed ───────────────────────────────────────────────────────────────────────────────────────

/** xorshift32 started from a hash of the seed: the same picture everywhere, which Math.random cannot promise. */
function randomFrom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE() || 1; // zero is the one state it never leaves
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  return { below, pick: (choices) => cycled(choices, below(choices.length)) };
}

/** Neighbours in a palette are too close in lightness to lie on each other. The ends make the calmest grounds. */
function pickColours(random: Random): Colours {
  const ground = random.pick([0, 0, 1, 2, 3, 5, 5, 5]);
  const apart = [0, 1, 2, 3, 4, 5].filter((colour) => Math.abs(colour - ground) >= 2);
  const figure = random.pick(apart);
  return { ground, figure, accent: random.pick(apart.filter((colour) => colour !== figure)) };
}

function distinctMotifs(random: Random, count: number): Motif[] {
  const remaining = [...SMALL_MOTIFS];
  return Array.from({ length: count }, () => remaining.splice(random.below(remaining.length), 1)).flat();
}

function coloured(random: Random, motif: Motif): Colours & { motif: Motif } {
  return { motif, ...pickColours(random) };
}

function cycled<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  assert(item !== undefined, 'nothing to cycle through');
  return item;
}
