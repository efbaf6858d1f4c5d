import type { VNode } from 'preact';

/** A T laid in tiles: a tessera is one tile of a mosaic. Its colours are in `tessera-mark.css`, by theme. */
const ROWS = [
  ['terracotta', 'terracotta', 'terracotta'],
  ['stone', 'teal', 'ochre'],
  ['stone', 'teal', 'stone'],
];

export function TesseraMark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 30 30" width="30" height="30" aria-hidden="true" focusable="false">
      {ROWS.map((row, y) =>
        row.map((colour, x) => (
          <rect
            key={x}
            class={`tile ${colour}`}
            x={x * 10 + 0.6}
            y={y * 10 + 0.6}
            width="8.8"
            height="8.8"
            rx="1.2"
          />
        )),
      )}
    </svg>
  );
}
