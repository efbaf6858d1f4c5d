import { layGrid } from './lay-grid.ts';
import { paintSeats } from './paint-seats.ts';
import type { Seat } from './plan.ts';
import type { Scene } from './scene.ts';

// Runs in the browser: the same seats painted as many at once, and one by one. The way depends on how full the canvas is.

const SIDE = 256;
// So large that its seats are few for it.
const LARGE = 4096;
const COLORS = ['#0d5c60', '#a63f22', '#6b3a6e', '#7d5608', '#2b5797', '#4b6120'];

function makeScene(scale: number): Scene {
  const across = Math.floor(SIDE / scale);
  const seats = Array.from({ length: across * across }, (_, nth): Seat => {
    const [x, y] = [nth % across, Math.floor(nth / across)];
    const seat: Seat = { id: `${nth}`, s: 0, t: nth % 7, r: `${y}`, n: `${x}`, x: x + 0.137, y: y + 0.411 };
    if (nth % 11 === 0) seat.a = 1;
    if (nth % 13 === 0) seat.v = 1;
    return seat;
  });
  const ink = '#1b2829';
  return {
    seating: { seats, rows: [], drawing: [] },
    grid: layGrid(seats),
    outlines: [],
    stage: null,
    box: { left: 0, top: 0, right: across, bottom: across },
    colors: {
      seats: COLORS,
      onSeat: '#ffffff',
      ground: '#ffffff',
      section: '#f3eee5',
      taken: '#a9a294',
      ink,
      inkSoft: ink,
      accent: ink,
      onAccent: ink,
      warning: ink,
      font: 'sans-serif',
    },
    look: {
      isFree: (index) => index % 5 !== 0,
      isBack: (index) => index % 17 === 0,
      isMarked: (index) => index % 19 === 0,
    },
  };
}

function paint(scene: Scene, scale: number, side: number): ImageData | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  const box = { left: 0, top: 0, right: SIDE / scale, bottom: SIDE / scale };
  paintSeats(scene, { context, box, scale, ratio: 1, stamps: new Map() });
  return context.getImageData(0, 0, SIDE, SIDE);
}

/** How much of a pixel is covered, of all pixels together; and by how much the two ways differ at most, in any of four bytes. */
function compare(scale: number): { many: number; single: number; farthest: number } {
  const scene = makeScene(scale);
  const [many, single] = [paint(scene, scale, SIDE), paint(scene, scale, LARGE)];
  if (!many || !single) throw new Error('there is no canvas');
  const sum = { many: 0, single: 0, farthest: 0 };
  for (let at = 0; at < many.data.length; at += 4) {
    const [one = 0, other = 0] = [many.data[at + 3], single.data[at + 3]];
    sum.many += one;
    sum.single += other;
    // Colours are those that are seen on white.
    for (let byte = 0; byte < 3; byte++) {
      const shown = ({ data }: ImageData, alpha: number): number =>
        255 + (((data[at + byte] ?? 0) - 255) * alpha) / 255;
      sum.farthest = Math.max(sum.farthest, Math.abs(shown(many, one) - shown(single, other)));
    }
  }
  return sum;
}

Object.assign(globalThis, { compare });
