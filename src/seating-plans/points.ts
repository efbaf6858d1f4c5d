export type Point = { readonly x: number; readonly y: number };
export type Box = { left: number; top: number; right: number; bottom: number };

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

export const boundsOf = (points: readonly Point[]): Box => {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
};

export const middleOf = ({ left, top, right, bottom }: Box): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** Degrees, clockwise as y runs down. */
export function turn({ x, y }: Point, degrees: number, around: Point = { x: 0, y: 0 }): Point {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [dx, dy] = [x - around.x, y - around.y];
  return { x: around.x + dx * cos - dy * sin, y: around.y + dx * sin + dy * cos };
}

export const directionOf = (from: Point, to: Point): number =>
  (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;

/** The corners of a box that was turned around its middle. */
export const cornersOf = (box: Point & { width: number; height: number; angle: number }): Point[] =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right = 0, down = 0]) =>
    turn({ x: box.x + (right * box.width) / 2, y: box.y + (down * box.height) / 2 }, box.angle, box),
  );

/** To a hundredth of a seat's width, which is what pages get; without a minus before nothing. */
export const roundPlace = (number: number): number => Math.round(number * 100) / 100 + 0;
