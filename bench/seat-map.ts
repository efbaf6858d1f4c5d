import { build } from 'esbuild';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../test/harness/browser.ts';
import type { Options } from './options.ts';
import { spreadOf, type Row } from './report.ts';

// Within twice the floor.
const AIM = 0.5;
const PAGE = path.join(import.meta.dirname, '../src/pages/seat-map/bench-page.fixture.ts');

const NAMES = { open: 'open', pan: 'pan', zoom: 'zoom', sharp: 'zoom until sharp' };

/** The duration of a round in milliseconds, for the map and for its floor. */
type Measured = Record<keyof typeof NAMES, { mapMs: number; floorMs: number }>;

/**
 * The map of twenty thousand seats against the least that such a map could cost: the same number of shapes painted on the same
 * canvas, and nothing else. Opening is from the seats as they come over the wire until all of them are on the screen; panning and zooming
 * are by frame, and while fingers zoom, pictures are stretched. Sharp is the time from letting go until all is painted at the new scale.
 */
export async function benchSeatMap(
  onProgress: (line: string) => void,
  { rounds }: Pick<Options, 'rounds'>,
): Promise<Row[]> {
  const { outputFiles } = await build({
    entryPoints: [PAGE],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.setContent('<div id="room" style="width: 1000px; height: 600px"></div>');
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const measured: Measured[] = [];
    for (let round = 0; round <= rounds; round++) {
      const one = await measure(page);
      // The first round warms up.
      if (round > 0) measured.push(one);
      onProgress(round === 0 ? 'warmed up' : `round ${round} of ${rounds}`);
    }
    return (Object.keys(NAMES) as (keyof Measured)[]).map((name) => toRow(name, measured));
  } finally {
    await browser.close();
  }
}

const measure = (page: Page): Promise<Measured> => page.evaluate<Measured>('measureSeatMap()');

function toRow(name: keyof Measured, rounds: Measured[]): Row {
  const ratios = spreadOf(rounds.map((round) => round[name].floorMs / round[name].mapMs));
  const map = spreadOf(rounds.map((round) => round[name].mapMs)).middle;
  const floor = spreadOf(rounds.map((round) => round[name].floorMs)).middle;
  return {
    name: `seat map of 20,000: ${NAMES[name]}`,
    ratio: ratios.middle,
    spread: [ratios.low, ratios.high],
    aim: AIM,
    detail: `${map.toFixed(1)} ms, its floor ${floor.toFixed(1)} ms`,
    failures: 0,
  };
}
