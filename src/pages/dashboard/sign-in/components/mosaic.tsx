import type { VNode } from 'preact';
import type { TileColour } from '../../../shared/tessera-mark.tsx';

const COLOURS: Readonly<Record<string, TileColour>> = {
  r: 'terracotta',
  t: 'teal',
  o: 'ochre',
  s: 'stone',
};

/** A sun over the sea, laid in tiles. */
const ROWS = [
  'ssssssssssss',
  'ssssssssssss',
  'sssssrrsssss',
  'ssssroorssss',
  'sssroooorsss',
  'sssroooorsss',
  'tttroooorttt',
  'ttttroortttt',
  'tstttootttst',
  'ttttttstttts',
  'stttsttttttt',
  'ttttttttsttt',
];

/** One path for all tiles of a colour: a tenth of the bytes that a shape for each would take. */
const PATHS = Object.entries(COLOURS).map(([letter, colour]) => ({
  colour,
  path: ROWS.flatMap((row, y) =>
    Array.from(row, (found, x) => (found === letter ? `M${x * 10 + 0.6} ${y * 10 + 0.6}h8.8v8.8h-8.8z` : '')),
  ).join(''),
}));

/** A picture, and nothing to read. */
export function Mosaic(): VNode {
  return (
    <svg
      class="mosaic"
      viewBox="0 0 120 120"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {PATHS.map(({ colour, path }) => (
        <path key={colour} class={`tile ${colour}`} d={path} />
      ))}
    </svg>
  );
}
