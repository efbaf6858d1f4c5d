// Paths within -1 to 1, the same for the canvas and for the legend. A type has a colour and a shape, so that it can be
// told without seeing colours.

const CIRCLE = 'M-.9 0a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0z';
const SQUARE = 'M-.55-.8h1.1q.25 0 .25.25v1.1q0 .25-.25.25h-1.1q-.25 0-.25-.25v-1.1q0-.25.25-.25z';
const DIAMOND = 'M0-1 1 0 0 1-1 0z';
const HEXAGON = 'M0-.98.86-.49V.49L0 .98-.86.49V-.49z';
const SHIELD = 'M-.8-.8H.8V.1A.8.8 0 0 1-.8.1z';
const ARCH = 'M-.8.8H.8V-.1A.8.8 0 0 0-.8-.1z';
const SHAPES = [CIRCLE, SQUARE, HEXAGON, SHIELD, DIAMOND, ARCH] as const;

/** As many as the theme has for categories, from --category-1 on. */
export const COLOR_COUNT = 6;

export const TAKEN_CROSS = 'M-.4-.4.4.4M.4-.4-.4.4';
export const CHECK_MARK = 'M-.42.02-.12.34.44-.32';
export const WHEELCHAIR = 'M-.16-.58v.01M-.16-.3V.12H.26L.46.55M-.4.02A.4.4 0 1 0 .2.5';

/** With more types than colours both run on, out of step: no two look the same before the thirty-seventh. */
export function lookOf(
  type: number,
  /** The designer's, from 1 on. */
  colors?: readonly number[],
): { color: number; shape: string } {
  const turn = Math.floor(type / COLOR_COUNT);
  const color = colors?.[type] ?? (type % COLOR_COUNT) + 1;
  return { color: color - 1, shape: SHAPES[(type + turn) % SHAPES.length] ?? CIRCLE };
}
