// One tile of a mosaic, in palette positions: a pixel is one of six colours or a precomputed blend of two of them,
// which gives smooth edges in an image of one byte a pixel.

/** Each runs from its darkest colour to its lightest: contrast is chosen by how far apart two positions are. */
export const PALETTES = [
  ['#1b1a3a', '#8c1c2f', '#d1462f', '#e8912d', '#f3c55b', '#fbf0d9'], // kente at dusk
  ['#10243e', '#1f4e79', '#c2502e', '#5f9ea8', '#e9b44c', '#f6ead2'], // adire and clay
  ['#23120b', '#6b2d1a', '#b5532a', '#d98e4a', '#e7c08a', '#f8eedd'], // bògòlanfini
  ['#0f2f2b', '#1d6152', '#d2552d', '#e79a3c', '#9cc5a1', '#f7efda'], // palm and palm oil
  ['#2a1036', '#6a1f5c', '#c3365b', '#ef7d57', '#f6bd60', '#fdf1e0'], // aṣọ òkè
  ['#14213d', '#2b5d8c', '#e0533d', '#f2a541', '#8fc1c9', '#fbf3e3'], // harbour
  ['#1c1c1c', '#8a2b1e', '#2f7d5b', '#e3a72f', '#f2d492', '#faf4e6'], // Ndebele wall
  ['#2b1a12', '#7a3b12', '#1f7a7a', '#d9782d', '#efc164', '#f9edd5'], // shweshwe and rust
  ['#0b2545', '#5a2a6b', '#d64550', '#ea8f4f', '#b7c9a8', '#f8f0e0'], // night market
  ['#321325', '#5f0f40', '#9a031e', '#e36414', '#fb9f3c', '#fdf0d5'], // hibiscus
] as const;
const COLOUR_COUNT = 6;

/** Steps from "untouched" to "covered": four blends between any two colours, which the eye reads as smooth. */
const COVERAGE_STEPS = 5;

/** Positions in the palette. */
export type Colours = { ground: number; figure: number; accent: number };

/** The file's palette is the six colours, then these. */
const BLENDS: { under: number; over: number; step: number }[] = [];
const blendIndex = new Uint8Array(COLOUR_COUNT * COLOUR_COUNT * COVERAGE_STEPS);
for (let under = 0; under < COLOUR_COUNT; under++) {
  for (let over = under + 1; over < COLOUR_COUNT; over++) {
    for (let step = 1; step < COVERAGE_STEPS; step++) {
      const index = COLOUR_COUNT + BLENDS.push({ under, over, step }) - 1;
      blendIndex[(under * COLOUR_COUNT + over) * COVERAGE_STEPS + step] = index;
      blendIndex[(over * COLOUR_COUNT + under) * COVERAGE_STEPS + COVERAGE_STEPS - step] = index;
    }
  }
}

/** If a new edge crosses an old one, the old blend counts as the colour it is mostly made of. */
const solidColour = Uint8Array.from([
  ...Array(COLOUR_COUNT).keys(),
  ...BLENDS.map(({ under, over, step }) => (step * 2 > COVERAGE_STEPS ? over : under)),
]);

export function paletteBytes(palette: readonly string[]): Buffer {
  const colours = Buffer.from(palette.map((hex) => hex.slice(1)).join(''), 'hex');
  const blends = BLENDS.flatMap(({ under, over, step }) =>
    [0, 1, 2].map((channel) => {
      const from = colours.readUInt8(under * 3 + channel);
      const towards = colours.readUInt8(over * 3 + channel);
      return Math.round(from + ((towards - from) * step) / COVERAGE_STEPS);
    }),
  );
  return Buffer.concat([colours, Buffer.from(blends)]);
}

// ── Motifs: what one tile can show ──────────────────────────────────────────────────────────────────────────────

/** Signed distance in pixels to a shape's edge, negative inside; it never changes by more than one per pixel. */
type Distance = (x: number, y: number) => number;
/** Later layers lie on earlier ones. */
type Layer = [colour: number, distance: Distance];
export type Motif = (tile: Colours & { sizePx: number }) => Layer[];

function disc({ x: centreX, y: centreY, radius }: { x: number; y: number; radius: number }): Distance {
  return (x, y) => Math.sqrt((x - centreX) ** 2 + (y - centreY) ** 2) - radius;
}

export const plain: Motif = () => [];

const quarter: Motif = ({ sizePx, figure, accent }) => [
  [figure, disc({ x: 0, y: 0, radius: sizePx })],
  [accent, disc({ x: 0, y: 0, radius: sizePx / 2 })],
];

const arcs: Motif = ({ sizePx, ground, figure, accent }) =>
  [figure, ground, accent, ground, figure].map((colour, ring) => {
    return [colour, disc({ x: 0, y: 0, radius: sizePx * (1 - ring / 5) })];
  });

const petal: Motif = ({ sizePx, figure, accent }) => {
  const reaching = (share: number): Distance => {
    const near = disc({ x: 0, y: 0, radius: sizePx * share });
    const far = disc({ x: sizePx, y: sizePx, radius: sizePx * share });
    return (x, y) => Math.max(near(x, y), far(x, y));
  };
  return [
    [figure, reaching(1)],
    [accent, reaching(0.84)],
  ];
};

const halves: Motif = ({ sizePx, figure, accent }) => {
  const half = sizePx / 2;
  const upper = disc({ x: half, y: half, radius: half });
  return [
    [figure, disc({ x: half, y: sizePx, radius: half })],
    [accent, (x, y) => Math.max(upper(x, y), y - half)],
  ];
};

const triangle: Motif = ({ sizePx, figure }) => [[figure, (x, y) => (x + y - sizePx) * Math.SQRT1_2]];

const hourglass: Motif = ({ sizePx, figure, accent }) => {
  const half = sizePx / 2;
  return [
    [figure, (x, y) => (Math.abs(x - half) - Math.abs(y - half)) * Math.SQRT1_2],
    [accent, disc({ x: half, y: half, radius: sizePx / 6 })],
  ];
};

const diamond: Motif = ({ sizePx, ground, figure, accent }) => {
  const half = sizePx / 2;
  const reaching =
    (share: number): Distance =>
    (x, y) =>
      (Math.abs(x - half) + Math.abs(y - half) - half * share) * Math.SQRT1_2;
  return [
    [figure, reaching(1)],
    [ground, reaching(0.62)],
    [accent, reaching(0.34)],
  ];
};

const target: Motif = ({ sizePx, ground, figure, accent }) => {
  const half = sizePx / 2;
  const reaching = (share: number): Distance => disc({ x: half, y: half, radius: half * share });
  return [
    [figure, reaching(1)],
    [ground, reaching(0.76)],
    [accent, reaching(0.52)],
    [figure, reaching(0.24)],
  ];
};

const dots: Motif = ({ sizePx, figure }) => {
  const pitch = sizePx / 3;
  const dot = disc({ x: pitch / 2, y: pitch / 2, radius: pitch * 0.3 });
  return [[figure, (x, y) => dot(x % pitch, y % pitch)]];
};

const stripes: Motif = ({ sizePx, figure }) => {
  const pitch = sizePx / 4;
  return [[figure, (_x, y) => Math.abs((y % pitch) - pitch / 2) - pitch / 4]];
};

const chevrons: Motif = ({ sizePx, figure }) => {
  const pitch = sizePx / 2;
  return [
    [
      figure,
      (x, y) => (Math.abs(((y + Math.abs(x - pitch)) % pitch) - pitch / 2) - pitch / 4) * Math.SQRT1_2,
    ],
  ];
};

export const SMALL_MOTIFS = [
  quarter,
  arcs,
  petal,
  halves,
  triangle,
  hourglass,
  diamond,
  target,
  dots,
  stripes,
  chevrons,
];
/** Large enough to span several tiles: some grow out of a corner, some are whole on every side. */
export const CORNER_MOTIFS = [quarter, arcs];
export const WHOLE_MOTIFS = [petal, target, diamond];

// ── Painting ────────────────────────────────────────────────────────────────────────────────────────────────────

/** The tile's pixels, row by row, one byte each. */
export function drawTile(motif: Motif, tile: Colours & { sizePx: number }): Uint8Array {
  const pixels = new Uint8Array(tile.sizePx ** 2).fill(tile.ground);
  for (const layer of motif(tile)) paint({ pixels, sizePx: tile.sizePx }, layer);
  return pixels;
}

function paint({ pixels, sizePx }: { pixels: Uint8Array; sizePx: number }, [colour, distance]: Layer): void {
  for (let y = 0; y < sizePx; y++) {
    const rowAt = y * sizePx;
    for (let x = 0; x < sizePx;) {
      const outside = distance(x + 0.5, y + 0.5);
      if (outside > -0.5 && outside < 0.5) {
        pixels[rowAt + x] = covered({ under: pixels[rowAt + x], over: colour, share: 0.5 - outside });
        x += 1;
        continue;
      }
      // No edge can come nearer than one pixel per pixel, so this many are wholly inside or outside together.
      const runEnd = Math.min(sizePx, x + Math.round(Math.abs(outside)));
      if (outside > 0) x = runEnd;
      else for (; x < runEnd; x++) pixels[rowAt + x] = colour;
    }
  }
}

function covered({
  under = 0,
  over,
  share,
}: {
  under: number | undefined;
  over: number;
  share: number;
}): number {
  const solid = solidColour[under] ?? 0;
  const step = Math.round(share * COVERAGE_STEPS);
  if (step === 0) return under;
  if (step === COVERAGE_STEPS || solid === over) return over;
  return blendIndex[(solid * COLOUR_COUNT + over) * COVERAGE_STEPS + step] ?? over;
}
