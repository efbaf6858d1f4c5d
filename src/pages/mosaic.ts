import { html, type Html } from '../mail/html.ts';

/** A tessera is one tile of a mosaic. The colours behind these letters are in the stylesheet, by theme. */
const TILE_CLASSES: Readonly<Record<string, string>> = { t: 'terracotta', c: 'teal', o: 'ochre', s: 'stone' };

/** A T laid in tiles. */
const MARK = ['ttt', 'sco', 'scs'] as const;

/** One turn of a Roman floor's meander border, repeated to the right. */
const MEANDER = ['ssssss', 'cccccs', 'cssscs', 'csttcs', 'csssss', 'cccccc', 'ssosso'] as const;
const MEANDER_TURNS = 5;

export function tesseraMark(): Html {
  const tiles = MARK.flatMap((row, y) => Array.from(row, (letter, x) => tileAt({ x, y, letter })));
  return html`<svg
    class="mark"
    viewBox="0 0 30 30"
    width="30"
    height="30"
    aria-hidden="true"
    focusable="false"
  >
    ${tiles}
  </svg>`;
}

/** A fragment of floor, whole at the right and worn towards the text. Worn by arithmetic, so that it never changes. */
export function mosaicFragment(): Html {
  const columns = MEANDER_TURNS * MEANDER[0].length;
  const tiles = MEANDER.flatMap((turn, y) =>
    Array.from(turn.repeat(MEANDER_TURNS), (letter, x) => ({ x, y, letter }))
      .filter(({ x }) => scatter(x, y) < (x / columns) * 2.2 - 0.2)
      .map(tileAt),
  );
  const viewBox = `0 0 ${columns * 10} ${MEANDER.length * 10}`;
  return html`<svg class="fragment" viewBox="${viewBox}" aria-hidden="true" focusable="false">${tiles}</svg>`;
}

function tileAt({ x, y, letter }: { x: number; y: number; letter: string }): Html {
  const colour = TILE_CLASSES[letter];
  return html`<rect
    class="tile ${colour}"
    x="${x * 10 + 0.6}"
    y="${y * 10 + 0.6}"
    width="8.8"
    height="8.8"
    rx="1.2"
  />`;
}

/** A fixed stand-in for chance, between 0 and 1. */
function scatter(x: number, y: number): number {
  const wave = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453;
  return wave - Math.floor(wave);
}
