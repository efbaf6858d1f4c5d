import type { VNode } from 'preact';
import { Tile, type TileColour } from './tessera-mark.tsx';

const COLOURS: Readonly<Record<string, TileColour>> = { t: 'terracotta', c: 'teal', o: 'ochre', s: 'stone' };

/** One turn of a Roman floor's meander border, repeated to the right. */
const MEANDER = ['ssssss', 'cccccs', 'cssscs', 'csttcs', 'csssss', 'cccccc', 'ssosso'] as const;
const TURNS = 5;
const COLUMNS = TURNS * MEANDER[0].length;

/** A fragment of floor, whole at the right and worn towards the text. Worn by arithmetic, so that it never changes. */
export function MosaicFragment(): VNode {
  const tiles = MEANDER.flatMap((turn, y) =>
    Array.from(turn.repeat(TURNS), (letter, x) => ({ x, y, colour: COLOURS[letter] ?? 'stone' })).filter(
      ({ x }) => scatter(x, y) < (x / COLUMNS) * 2.2 - 0.2,
    ),
  );
  const viewBox = `0 0 ${COLUMNS * 10} ${MEANDER.length * 10}`;
  return (
    <svg class="fragment" viewBox={viewBox} aria-hidden="true" focusable="false">
      {tiles.map((tile) => (
        <Tile key={`${tile.x} ${tile.y}`} {...tile} />
      ))}
    </svg>
  );
}

/** A fixed stand-in for chance, between 0 and 1. */
function scatter(x: number, y: number): number {
  const wave = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453;
  return wave - Math.floor(wave);
}
