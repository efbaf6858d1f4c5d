import type { VNode } from 'preact';
import { Tile, type TileColour } from '../../shared/tessera-mark.tsx';

const COLOURS: Readonly<Record<string, TileColour>> = { t: 'terracotta', c: 'teal', o: 'ochre', s: 'stone' };

/** A mosaic that has just been started: the first tiles are laid, and each dot is a free place. */
const FLOOR = [
  '..s.ss.s...',
  '.sscccss.s.',
  '.scctccs.s..',
  'sscctoccss..',
  '.scctccss.s.',
  '.ss.cccs.s..',
  '..s..s......',
];

export function Mosaic(): VNode {
  const tiles = FLOOR.flatMap((row, y) =>
    Array.from(row, (letter, x) => ({ x, y, colour: COLOURS[letter] })).filter(({ colour }) => colour),
  );
  return (
    <svg class="mosaic" viewBox="0 0 120 70" aria-hidden="true" focusable="false">
      {tiles.map(({ x, y, colour }) => (
        <Tile key={`${x} ${y}`} x={x} y={y} colour={colour ?? 'stone'} />
      ))}
    </svg>
  );
}
