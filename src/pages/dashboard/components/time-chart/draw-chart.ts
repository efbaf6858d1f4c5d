import uPlot from 'uplot';
import { withoutRepeats } from './without-repeats.ts';

/** The number of distinct colours of the theme. */
export type Category = 1 | 2 | 3 | 4 | 5 | 6;

/** One kind of thing over time, such as a ticket type. */
export type ChartSeries = {
  label: string;
  /** A colour of the theme. */
  category: Category;
  /** One for each of the chart's times. */
  values: number[];
};

export type ChartData = {
  /** The start of each bar, in milliseconds, evenly apart or nearly so (a day can have 23 hours). */
  times: number[];
  /** The end of the last bar. */
  end: number;
  timezone: string;
  /** Stacked, the first one at the bottom. */
  series: ChartSeries[];
  /** For an axis: short. */
  writeValue: (value: number) => string;
};

export type PointedBar = { index: number; leftPx: number };
export type DrawnChart = { update(data: ChartData): void; destroy(): void };

const HEIGHT_PX = 220;
const AXIS_PX = 56;
const TIMES_PX = 32;
const FONT_PX = 12;
const MIN_GAP_PX = 70;
const MAX_BAR_PX = 80;
const SECOND_MS = 1_000;
const DAY_SECONDS = 86_400;

/**
 * Draws bars over time with uPlot, in the colours of the theme, as wide as its place. `onPointed` gets the bar under the pointer and its
 * position; null: none.
 */
export function drawChart(
  place: HTMLElement,
  first: ChartData,
  { locale, onPointed }: { locale: string; onPointed: (at: PointedBar | null) => void },
): DrawnChart {
  let data = first;
  const draw = (): uPlot =>
    new uPlot(
      describe(place, () => data, { locale, onPointed }),
      stack(data),
      place,
    );
  let chart = draw();
  const resized = new ResizeObserver(() => {
    if (place.clientWidth > 0) chart.setSize({ width: place.clientWidth, height: HEIGHT_PX });
  });
  resized.observe(place);
  const redraw = (): void => {
    chart.destroy();
    chart = draw();
  };
  // Colours are painted: another theme needs another picture.
  const themes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const theme of themes) theme.addEventListener('change', redraw);
  return {
    update(next) {
      const isOfOneKind =
        next.series.length === data.series.length &&
        next.series.every(({ category }, nr) => category === data.series[nr]?.category);
      data = next;
      if (isOfOneKind) chart.setData(stack(data));
      else redraw();
    },
    destroy() {
      resized.disconnect();
      for (const theme of themes) theme.removeEventListener('change', redraw);
      chart.destroy();
    },
  };
}

/** The chart for uPlot. It reads the data again with every drawing. */
function describe(
  place: HTMLElement,
  read: () => ChartData,
  { locale, onPointed }: { locale: string; onPointed: (at: PointedBar | null) => void },
): uPlot.Options {
  const style = getComputedStyle(place);
  const colorOf = (name: string): string => style.getPropertyValue(name).trim();
  const line = colorOf('--line');
  const axis = { stroke: colorOf('--text-muted'), font: `${FONT_PX}px ${style.fontFamily}` };
  const { bars } = uPlot.paths;
  return {
    width: Math.max(place.clientWidth, 1),
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * SECOND_MS), read().timezone),
    scales: {
      x: { range: () => [(read().times[0] ?? 0) / SECOND_MS, read().end / SECOND_MS] },
      // Refunds can be more than was sold.
      y: { range: (_chart, min, max) => [Math.min(min, 0) * 1.05, Math.max(max, 1) * 1.05] },
    },
    axes: [
      {
        ...axis,
        size: TIMES_PX,
        space: MIN_GAP_PX,
        grid: { show: false },
        ticks: { stroke: line, width: 1, size: 5 },
        values: (_chart, splits, _axis, _space, step) =>
          withoutRepeats(
            splits.map((at) => writeTime(at * SECOND_MS, { step, locale, timezone: read().timezone })),
          ),
      },
      {
        ...axis,
        size: AXIS_PX,
        // Counts are whole numbers.
        incrs: [1, 1e2, 1e4, 1e6, 1e8, 1e10].flatMap((by) => [1, 2, 5, 10, 20, 50].map((step) => step * by)),
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        values: (_chart, splits) => withoutRepeats(splits.map((value) => read().writeValue(value))),
      },
    ],
    // The highest stack is painted first, and the lower ones over it.
    series: [
      {},
      ...read()
        .series.map(({ category }) => ({
          fill: colorOf(`--category-${category}`),
          width: 0,
          ...(bars && { paths: bars({ align: 1, size: [0.85, MAX_BAR_PX] }) }),
          points: { show: false },
        }))
        .toReversed(),
    ],
    hooks: { setCursor: [(drawn) => onPointed(findPointed(drawn, read().times))] },
  };
}

/** The bar under the pointer, not the one that starts nearest to it. */
function findPointed({ cursor, posToVal }: uPlot, times: number[]): PointedBar | null {
  const { left = -1 } = cursor;
  const at = posToVal(left, 'x') * SECOND_MS;
  const index = times.findLastIndex((start) => start <= at);
  return left < 0 || index < 0 ? null : { index, leftPx: AXIS_PX + left };
}

/** A time of day, or the day itself at its start or if there are only days. `step`: seconds from one to the next. */
function writeTime(
  ms: number,
  { step, locale, timezone }: { step: number; locale: string; timezone: string },
): string {
  const at = new Date(ms);
  const isDay = step >= DAY_SECONDS || uPlot.tzDate(at, timezone).toTimeString().startsWith('00:00');
  return at.toLocaleString(locale, {
    timeZone: timezone,
    ...(isDay ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' }),
  });
}

/** Each series on top of those before it, the highest first. */
function stack({ times, series }: ChartData): uPlot.AlignedData {
  const sums = times.map(() => 0);
  const stacked = series.map(({ values }) => values.map((value, nr) => (sums[nr] = (sums[nr] ?? 0) + value)));
  return [times.map((at) => at / SECOND_MS), ...stacked.toReversed()];
}
