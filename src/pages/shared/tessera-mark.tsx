import type { VNode } from 'preact';

/** The colours are in `tessera-mark.css`, by theme. */
export type TileColour = 'terracotta' | 'teal' | 'ochre' | 'stone';

/** A T laid in tiles: a tessera is one tile of a mosaic. */
const ROWS: readonly (readonly TileColour[])[] = [
  ['terracotta', 'terracotta', 'terracotta'],
  ['stone', 'teal', 'ochre'],
  ['stone', 'teal', 'stone'],
];

export function TesseraMark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 30 30" width="30" height="30" aria-hidden="true" focusable="false">
      {ROWS.map((row, y) => row.map((colour, x) => <Tile key={x} x={x} y={y} colour={colour} />))}
    </svg>
  );
}

/** In the column x and the row y of a floor, each ten wide. */
export function Tile({ x, y, colour }: { x: number; y: number; colour: TileColour }): VNode {
  return (
    <rect class={`tile ${colour}`} x={x * 10 + 0.6} y={y * 10 + 0.6} width="8.8" height="8.8" rx="1.2" />
  );
}
