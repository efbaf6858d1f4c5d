import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../../dashboard.ts';
import type { ChartData, DrawnChart, PointedBar } from './draw-chart.ts';

/**
 * Bars over time, with a label for the bar under the pointer. The code that draws them is loaded when a chart is shown. It is a picture:
 * put the same figures into a table beside it, and their gist into `summary`.
 */
export function TimeChart({
  data,
  locale,
  summary,
  writeMoment,
  writeFull,
}: {
  data: ChartData;
  locale: string;
  summary: string;
  /** Names the bar. */
  writeMoment: (index: number) => string;
  /** A value in full. */
  writeFull: (value: number) => string;
}): VNode {
  const { texts } = useDashboard();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart | null>(null);
  const newest = useRef(data);
  newest.current = data;
  const state = useSignal<'loading' | 'drawn' | 'failed'>('loading');
  const pointed = useSignal<PointedBar | null>(null);

  useEffect(() => {
    let isGone = false;
    import('./draw-chart.ts')
      .then(({ drawChart }) => {
        if (isGone || !place.current) return;
        const onPointed = (bar: PointedBar | null): void => void (pointed.value = bar);
        chart.current = drawChart(place.current, newest.current, { locale, onPointed });
        state.value = 'drawn';
      })
      // uPlot can't be loaded if the connection fails, or if the browser's language is invalid.
      .catch(() => (state.value = 'failed'));
    return () => {
      isGone = true;
      chart.current?.destroy();
      chart.current = null;
    };
  }, []);
  useEffect(() => chart.current?.update(data), [data]);

  const at = pointed.value;
  return (
    <div class="time-chart">
      <div ref={place} role="img" aria-label={summary} class="time-chart-picture" />
      {state.value === 'loading' && <div class="bone sheet" aria-hidden="true" />}
      {state.value === 'failed' && <p class="soft">{texts.parts.noChart}</p>}
      {at && (
        <div
          class="time-chart-pointed"
          aria-hidden="true"
          style={{ insetInlineStart: `${at.leftPx}px` }}
          data-side={at.leftPx * 2 > (place.current?.clientWidth ?? 0) ? 'before' : 'after'}
        >
          <strong>{writeMoment(at.index)}</strong>
          {data.series.map(({ label, category, values }) => (
            <span key={label}>
              <i data-category={category} />
              {label}
              <b>{writeFull(values[at.index] ?? 0)}</b>
            </span>
          ))}
        </div>
      )}
      {data.series.length > 1 && (
        <ul class="cluster chart-legend" aria-hidden="true">
          {data.series.map(({ label, category }) => (
            <li key={label}>
              <i data-category={category} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
